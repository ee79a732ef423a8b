import { remoteOf } from './calling-remote.ts'

/** Of these seconds this share was taken by frames of 50 ms and more. A slow processor opens a section in less than that. */
const MAX_BLOCKED_MS = 10_000
const blockedPeriodMs = 20_000
const idlePeriodMs = 10_000

type LongFrame = PerformanceEntry & {
  blockingDuration: number
  scripts?: readonly { sourceURL: string; duration: number }[]
}

/** `remotes`: those at fault; undefined where it can be any that is open. */
type Report = (name: string, message: string, remotes?: string[]) => void

/** Reports a section that keeps the thread from the user. */
export function watchThread(report: Report): void {
  watchFrames(report)
  watchIdle(report)
}

function watchFrames(report: Report): void {
  if (!PerformanceObserver.supportedEntryTypes?.includes('long-animation-frame')) return
  const frames: LongFrame[] = []
  const observer = new PerformanceObserver((list) => {
    frames.push(...(list.getEntries() as LongFrame[]))
    const now = performance.now()
    while (frames[0] && now - frames[0].startTime > blockedPeriodMs) frames.shift()
    const blocked = frames.reduce((sum, { blockingDuration }) => sum + blockingDuration, 0)
    if (blocked <= MAX_BLOCKED_MS) return
    const message = `Of ${blockedPeriodMs / 1000} s it had more than ${MAX_BLOCKED_MS / 1000} s`
    report('BlockedThread', message, blockerOf(frames, blocked / 2))
  })
  // The start of a page, which blocks a slow processor for long, ends with its first idle moment.
  requestIdleCallback(() => observer.observe({ type: 'long-animation-frame' }))
}

/** Returns the remote whose own timers and handlers took at least `minMs`. What React runs for a remote has the shell's file. */
function blockerOf(frames: LongFrame[], minMs: number): string[] | undefined {
  const took = new Map<string, number>()
  for (const { sourceURL, duration } of frames.flatMap(({ scripts = [] }) => scripts)) {
    const remote = remoteOf(sourceURL)
    if (remote) took.set(remote, (took.get(remote) ?? 0) + duration)
  }
  const [longest] = [...took].sort(([, one], [, other]) => other - one)
  return longest && longest[1] >= minMs ? [longest[0]] : undefined
}

/** An endless series of short tasks blocks no frame, and leaves no idle moment. Safari does not know any. */
function watchIdle(report: Report): void {
  if (!('requestIdleCallback' in window)) return
  let missed = 0
  requestIdleCallback(
    function idle({ didTimeout }) {
      missed = didTimeout && document.visibilityState === 'visible' ? missed + 1 : 0
      if (missed === 2) report('NeverIdle', `No idle moment in ${(2 * idlePeriodMs) / 1000} s`)
      setTimeout(() => requestIdleCallback(idle, { timeout: idlePeriodMs }), 1_000)
    },
    { timeout: idlePeriodMs },
  )
}
