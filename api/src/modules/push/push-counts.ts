const pushResults = ['sent', 'postponed', 'given_up', 'gone', 'session_ended', 'key_removed'] as const
type PushResult = (typeof pushResults)[number]

const counts = new Map<PushResult, number>(pushResults.map((result) => [result, 0]))

export function countPush(result: PushResult): void {
  counts.set(result, (counts.get(result) ?? 0) + 1)
}

/** What became of messages since the start of this process. */
export function pushCounts(): Iterable<[PushResult, number]> {
  return counts
}
