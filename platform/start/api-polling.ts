const RETRY_INTERVAL_MS = 5_000
/** Before the first success only this failure is logged, 25 s after the first, because the API may be starting, too. */
const LOGGED_FAILURE_AT_START = 6

export type ApiLog = { error(error: unknown, message: string): void }

/**
 * Starts to call the API of another process, immediately and then at this interval. Logs the first failure in a row
 * with `problem`.
 */
export function startApiPolling(
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
