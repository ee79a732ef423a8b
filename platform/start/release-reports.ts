import { reportLive } from '../releases/canary/release-telemetry.ts'
import { readRegistry } from '../releases/releases.ts'
import type { ReleaseStore } from '../releases/stores/store.ts'
import { type ApiLog, startApiPolling } from './api-polling.ts'

const CHECK_INTERVAL_MS = 500
/** The API uses a report for a day. It is repeated in case the database of the API was restored. */
const REPEAT_INTERVAL_MS = 10 * 60_000

/** The API to which pages report, and the token for this report. */
type Target = { readonly origin: string; token: string | undefined }
type Log = ApiLog & { info(message: string): void }

/**
 * Starts to report the releases of the registry to the API whenever they change, because the API counts telemetry only
 * for these. Each of several replicas sends the same report.
 */
export function startReleaseReports(store: ReleaseStore, target: Target, log: Log): { stop(): void } {
  const { token } = target
  if (!token) {
    log.info('Telemetry of releases does not count: METRICS_TOKEN is missing')
    return { stop() {} }
  }
  let reported = 0
  let dueAt = 0

  async function check(): Promise<void> {
    const [newest = 0] = await store.listRegistries()
    if (newest <= reported && Date.now() < dueAt) return
    await reportLive(target.origin, String(token), await readRegistry(store))
    reported = newest
    dueAt = Date.now() + REPEAT_INTERVAL_MS
  }
  const problem = 'The live releases could not be reported to the API'
  return startApiPolling(check, { intervalMs: CHECK_INTERVAL_MS, problem }, log)
}
