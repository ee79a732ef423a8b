/** Why the sections of a remote are ended, and the number of the verdict. */
type Verdict = { error: Error; number: number }

const verdicts = new Map<string, Verdict>()
const listeners = new Set<() => void>()
let last = 0

/** Ends the sections of a remote as if they had thrown: the release before it runs, or a notice is shown. */
export function stopSections(remote: string, name: string, message: string): void {
  last += 1
  verdicts.set(remote, { error: Object.assign(new Error(message), { name }), number: last })
  for (const listener of listeners) listener()
}

/** The number of the newest verdict: a section that is opened later is not affected by it. */
export function lastVerdict(): number {
  return last
}

/** Returns the verdict on a remote that is newer than `since`. */
export function verdictSince(remote: string, since: number): Error | undefined {
  const verdict = verdicts.get(remote)
  return verdict && verdict.number > since ? verdict.error : undefined
}

export function onVerdict(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
