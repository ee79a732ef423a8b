import { endBadCanaries } from '../releases/canary/end-bad-canaries.ts'
import { readHealth } from '../releases/canary/release-telemetry.ts'
import { whyReadOnly } from '../releases/read-only.ts'
import type { ReleaseStore } from '../releases/stores/store.ts'

const CHECK_INTERVAL_MS = 10_000

/** A canary is judged by the reports of its pages in this time. */
const HEALTH_MINUTES = 30

/** The API to which pages report, and the token for their reports. */
type Api = { readonly origin: string; token: string | undefined }

type Log = {
  info(message: string): void
  warn(message: string): void
  error(error: unknown, message: string): void
}

/**
 * Starts to end canaries that fail more than their current releases. Each replica does this. A replica without the
 * token or the right to change releases logs that once.
 */
export async function startCanaryChecks(store: ReleaseStore, api: Api, log: Log): Promise<{ stop(): void }> {
  const { token } = api
  const problem = token ? await whyReadOnly(store) : 'METRICS_TOKEN is missing'
  if (!token || problem) {
    log.info(`Canaries are not watched from here: ${problem}`)
    return { stop() {} }
  }

  async function check(): Promise<void> {
    try {
      const read = () => readHealth(api.origin, String(token), HEALTH_MINUTES)
      for (const reason of await endBadCanaries(store, read)) log.warn(reason)
    } catch (error) {
      log.error(error, 'The canaries could not be checked')
    }
  }
  const timer = setInterval(check, CHECK_INTERVAL_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
