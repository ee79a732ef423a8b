import { checkLines } from './console-lines.ts'
import { openRemotes } from './opened-sections.ts'
import { report } from './report.ts'
import { releaseOf } from './responding.ts'

/** A page of the portal writes none in production. */
export const MAX_LINES = 100
const periodMs = 1_000

/** Leaves out what is written to the console beyond `MAX_LINES` a second: a browser whose console is read does nothing else then. */
export function limitConsole(): void {
  let since = Number.NEGATIVE_INFINITY
  let lines = 0
  checkLines(() => {
    const now = performance.now()
    if (now - since > periodMs) {
      since = now
      lines = 0
    }
    lines += 1
    if (lines === MAX_LINES + 1) {
      for (const remote of openRemotes()) {
        report(releaseOf(remote), 'ConsoleFlood', `More than ${MAX_LINES} lines a second on the console`)
      }
    }
    return lines <= MAX_LINES
  })
}
