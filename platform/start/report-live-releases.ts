import { reportLive } from '../releases/canary/report-live.ts'
import { readRegistry } from '../releases/releases.ts'
import type { ReleaseStore } from '../releases/stores/store.ts'

const CHECK_INTERVAL_MS = 500
/** The API uses a report for a day. It is repeated in case the database of the API was restored. */
const REPEAT_INTERVAL_MS = 10 * 60_000
const RETRY_INTERVAL_MS = 5_000

/** The API to which pages report, and the token for this report. */
type Target = { readonly origin: string; token: string | undefined }
type Log = { info(message: string): void; error(error: unknown, message: string): void }

/**
 * Reports to the API which releases the registry has, whenever that changes: the API counts telemetry of these alone. With
 * several replicas each reports the same.
 */
export function reportLiveReleases(store: ReleaseStore, target: Target, log: Log): { stop(): void } {
  const { token } = target
  if (!token) {
    log.info('Telemetry of releases does not count: METRICS_TOKEN is missing')
    return { stop() {} }
  }
  let reported = 0
  let dueAt = 0
  let isStopped = false
  let hasFailed = false

  async function check(): Promise<void> {
    try {
      const [newest = 0] = await store.listRegistries()
      if (newest > reported || Date.now() >= dueAt) {
        await reportLive(target.origin, String(token), await readRegistry(store))
        reported = newest
        dueAt = Date.now() + REPEAT_INTERVAL_MS
      }
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log.error(error, 'The live releases could not be reported to the API')
      hasFailed = true
    }
    if (!isStopped) setTimeout(check, hasFailed ? RETRY_INTERVAL_MS : CHECK_INTERVAL_MS).unref()
  }
  void check()
  return {
    stop: () => {
      isStopped = true
    },
  }
}
