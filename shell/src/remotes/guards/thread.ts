/** Of these seconds this share was taken by frames of 50 ms and more. A slow processor opens a section in less than that. */
const MAX_BLOCKED_MS = 10_000
const blockedPeriodMs = 20_000
const idlePeriodMs = 10_000

type LongFrame = PerformanceEntry & { blockingDuration: number }

/** Reports a section that keeps the thread from the user. */
export function watchThread(report: (name: string, message: string) => void): void {
  watchFrames(report)
  watchIdle(report)
}

function watchFrames(report: (name: string, message: string) => void): void {
  if (!PerformanceObserver.supportedEntryTypes?.includes('long-animation-frame')) return
  const frames: LongFrame[] = []
  const observer = new PerformanceObserver((list) => {
    frames.push(...(list.getEntries() as LongFrame[]))
    const now = performance.now()
    while (frames[0] && now - frames[0].startTime > blockedPeriodMs) frames.shift()
    const blocked = frames.reduce((sum, { blockingDuration }) => sum + blockingDuration, 0)
    if (blocked > MAX_BLOCKED_MS)
      report('BlockedThread', `Of ${blockedPeriodMs / 1000} s it had more than ${MAX_BLOCKED_MS / 1000} s`)
  })
  // The start of a page, which blocks a slow processor for long, ends with its first idle moment.
  requestIdleCallback(() => observer.observe({ type: 'long-animation-frame' }))
}

/** An endless series of short tasks blocks no frame, and leaves no idle moment. Safari does not know any. */
function watchIdle(report: (name: string, message: string) => void): void {
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
