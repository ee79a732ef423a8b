const RETRY_INTERVAL_MS = 5_000
/** An API that is started at the same time may fail until this one: for 25 s. */
const LOGGED_FAILURE_AT_START = 6

export type ApiLog = { error(error: unknown, message: string): void }

/**
 * Calls the API of another process at once, and then at this interval, until it is stopped. The first failure in a row is logged with
 * `problem`; before the first success a later one, because both processes may be starting.
 */
export function pollApi(
  call: () => Promise<void>,
  { intervalMs, problem }: { intervalMs: number; problem: string },
  log: ApiLog,
): { stop(): void } {
  let failures = 0
  let loggedFailure = LOGGED_FAILURE_AT_START
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  async function poll(): Promise<void> {
    try {
      await call()
      failures = 0
      loggedFailure = 1
    } catch (error) {
      failures += 1
      if (failures === loggedFailure) log.error(error, problem)
    }
    if (!isStopped) timer = setTimeout(poll, failures > 0 ? RETRY_INTERVAL_MS : intervalMs).unref()
  }
  void poll()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
