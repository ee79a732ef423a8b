import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sayFailure } from './start-failure.ts'

/** SIGHUP comes when the terminal of a demo is closed. */
const END_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** By default the first one opens a debugger, which runs the code of any client, and the second ends the process. */
const IGNORED_SIGNALS = ['SIGUSR1', 'SIGUSR2'] as const
/** Ctrl+C reaches this process twice: the terminal sends it to every process, and npm forwards it once more. */
const SAME_SIGNAL_MS = 1_000
/** The timeout of `stop`. Committed data is safe even if it is reached. */
const STOP_MS = 15_000
/** The maximum number of uncaught errors that are logged, because they may repeat without end. */
const MAX_LOGGED_ERRORS = 10

type Ending = {
  /** How long the process continues to serve, and reports that it is not ready. */
  drainSeconds: () => number
  stop: () => Promise<void>
  /** Undefined as long as there is no log yet. */
  log: () => FastifyBaseLogger | undefined
}

/**
 * Ends the process in order: on SIGTERM, SIGINT and SIGHUP with exit code 0, and after an uncaught error with 1, so
 * that its supervisor restarts it. The returned signal is aborted immediately, for `/readyz` and `endGracefully`.
 * Then `stop` ends what runs, on SIGTERM after `drainSeconds`. A second SIGTERM ends the process immediately.
 */
export function endInOrder({ drainSeconds, stop, log }: Ending): AbortSignal {
  const stopping = new AbortController()
  let firstAt = 0
  let errors = 0

  async function end(exitCode: number, drainMs: number): Promise<void> {
    firstAt = performance.now()
    stopping.abort()
    await delay(drainMs)
    setTimeout(() => process.exit(1), STOP_MS).unref()
    await stop().catch(logError)
    process.exit(exitCode)
  }

  function logError(error: unknown): void {
    errors += 1
    if (errors > MAX_LOGGED_ERRORS) return
    const err = error instanceof Error ? error : new Error(String(error))
    const known = log()
    if (known) known.fatal({ err }, 'an error that nothing caught ends the process')
    process.stderr.write(known ? 'The portal ends by an error that nothing caught; the log has it.\n' : sayFailure(err))
  }

  // The process continues without a reader of its output.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

  for (const signal of IGNORED_SIGNALS) process.on(signal, () => {})
  for (const signal of END_SIGNALS) {
    process.on(signal, () => {
      if (!stopping.signal.aborted) return end(0, drainSeconds() * 1_000)
      if (performance.now() - firstAt >= SAME_SIGNAL_MS) process.exit(1)
    })
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      logError(error)
      if (!stopping.signal.aborted) end(1, 0)
    })
  }
  return stopping.signal
}
