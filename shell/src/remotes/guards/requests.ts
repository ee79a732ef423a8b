import { limitCalls } from '@portal/shared/http/limit/call-limit'
import { nearestRemote } from './calling-remote.ts'
import { onSectionEnd, openRemotes } from './opened-sections.ts'
import { report } from './report.ts'
import { releaseOf } from './responding.ts'

/** A page of the portal sends about ten, and its sections some at each tip that arrives. */
export const MAX_CALLS = 240
const periodMs = 60_000

/**
 * Rejects the calls of a remote that makes more than `MAX_CALLS` a minute. Where the stack names none they count for the first one that
 * is open. The next section has its own.
 */
export function limitRequests(): void {
  const calls = new Map<string, { times: number[]; isReported: boolean }>()
  onSectionEnd(() => calls.clear())
  limitCalls(() => {
    const now = performance.now()
    const remote = nearestRemote() ?? openRemotes()[0]
    if (!remote) return undefined
    const own = calls.get(remote) ?? { times: [], isReported: false }
    calls.set(remote, own)
    const { times } = own
    while (now - (times[0] ?? now) > periodMs) times.shift()
    // A flood ends with a minute in which no call was sent.
    if (times.length === 0) own.isReported = false
    if (times.push(now) <= MAX_CALLS) return undefined
    times.pop()
    if (!own.isReported) report(releaseOf(remote), 'RequestFlood', `More than ${MAX_CALLS} calls a minute`)
    own.isReported = true
    return `${remote} makes more than ${MAX_CALLS} calls a minute`
  })
}
