import { fstatSync, openSync, write, writeSync } from 'node:fs'
import { isatty } from 'node:tty'

/** The maximum that waits for a slow disk or reader. Further lines are dropped and counted. */
const MAX_WAITING_BYTES = 1024 * 1024
/** Lines are gathered for this time, because a write costs a twentieth of a request. */
const GATHER_MS = 10

export type LogDestination = {
  /** Returns immediately, even if the line cannot be written. */
  write(line: string): void
  /** Lines that could not be written since the start. */
  dropped(): number
}

type Target = {
  /** Calls back with an error if the text was not written completely. */
  write(text: string, done: (error?: Error | null) => void): void
  /** Writes at the end of the process as much as possible without waiting. */
  writeNow(text: string): void
}

/**
 * Writes lines in the background. A full disk, a pipe that is not read or a closed pipe costs lines of the log, but
 * delays no request and does not end the process.
 */
function destination(target: Target): LogDestination {
  let waiting: string[] = []
  let waitingBytes = 0
  /** Also true while lines are gathered. */
  let isWriting = false
  let dropped = 0
  let reported = 0
  let isTorn = false

  function take(): string[] {
    const lines = waiting
    waiting = []
    waitingBytes = 0
    return lines
  }

  function writeSoon(): void {
    isWriting = true
    // Without keeping the process alive: `writeNow` writes the rest at its end.
    setTimeout(writeWaiting, GATHER_MS).unref()
  }

  function writeWaiting(): void {
    const lines = take()
    // The rest of a line that was cut is dropped, so the next line needs a new beginning.
    const text = (isTorn ? '\n' : '') + lines.join('')
    target.write(text, (error) => {
      isWriting = false
      isTorn = Boolean(error)
      if (error) dropped += lines.length
      else if (dropped > reported) reportDropped()
      if (waiting.length > 0) writeSoon()
    })
  }

  function reportDropped(): void {
    const count = dropped - reported
    reported = dropped
    const fields = { level: 40, time: new Date().toISOString(), count, msg: 'log lines were dropped' }
    waiting.unshift(`${JSON.stringify(fields)}\n`)
  }

  process.once('exit', () => {
    const text = take().join('')
    if (text) target.writeNow(text)
  })

  return {
    write(line) {
      if (waitingBytes + line.length > MAX_WAITING_BYTES) {
        dropped += 1
        return
      }
      waiting.push(line)
      waitingBytes += line.length
      if (!isWriting) writeSoon()
    },
    dropped: () => dropped,
  }
}

/** Appends to the file, which is created if missing. @throws Error if it cannot be opened */
export function logToFile(path: string): LogDestination {
  return destination(fileTarget(openSync(path, 'a')))
}

/** Writes to standard output. The process handles its errors (process-end.ts). */
export function logToOutput(): LogDestination {
  const output = fstatSync(1)
  if (!output.isFIFO() && !output.isSocket() && !isatty(1)) return destination(fileTarget(1))
  return destination({
    // Node waits for the reader of a pipe.
    write: (text, done) => process.stdout.write(text, done),
    writeNow: (text) => attempt(() => writeSync(1, text)),
  })
}

function fileTarget(fd: number): Target {
  return {
    write(text, done) {
      const bytes = Buffer.from(text)
      const writeFrom = (offset: number) =>
        write(fd, bytes, offset, bytes.length - offset, null, (error, written) => {
          if (error || offset + written === bytes.length) done(error)
          else writeFrom(offset + written)
        })
      writeFrom(0)
    },
    writeNow: (text) => attempt(() => writeSync(fd, text)),
  }
}

function attempt(work: () => unknown): void {
  try {
    work()
  } catch {
    // There is nowhere to report the failure.
  }
}
