import { limitCalls } from '@portal/shared/http/limit/call-limit'
import { onSectionEnd, openRemotes } from './opened-sections.ts'
import { report } from './report.ts'
import { releaseOf } from './responding.ts'

/** A page of the portal sends about ten, and its sections some at each tip that arrives. */
export const MAX_CALLS = 240
const periodMs = 60_000

/** Rejects the calls of a section that makes more than `MAX_CALLS` a minute. The next section has its own. */
export function limitRequests(): void {
  const times: number[] = []
  let isReported = false
  onSectionEnd(() => {
    times.length = 0
  })
  limitCalls(() => {
    const now = performance.now()
    while (now - (times[0] ?? now) > periodMs) times.shift()
    // A flood ends with a minute in which no call was sent, and with its section.
    if (times.length === 0) isReported = false
    const [remote] = openRemotes()
    if (!remote || times.push(now) <= MAX_CALLS) return undefined
    times.pop()
    if (!isReported) report(releaseOf(remote), 'RequestFlood', `More than ${MAX_CALLS} calls a minute`)
    isReported = true
    return `${remote} makes more than ${MAX_CALLS} calls a minute`
  })
}
