import { getJson } from '@portal/command/send-request'
import { getPublicSettings, type PublicSettings } from '@portal/contracts/public-settings'
import { type ApiLog, startApiPolling } from './api-polling.ts'

const INTERVAL_MS = 60_000
const REQUEST_TIMEOUT_MS = 5_000

/**
 * Starts to read the settings for all pages from the API of another process. They are unknown until its first response.
 * After a later failure the last response counts.
 */
export function startPublicSettingsUpdates(
  apiUrl: () => string,
  log: ApiLog,
): { publicSettings(): PublicSettings | undefined; stop(): void } {
  let known: PublicSettings | undefined

  async function read(): Promise<void> {
    const settings = await getJson(`${apiUrl()}/api/v1${getPublicSettings.path}`, { timeoutMs: REQUEST_TIMEOUT_MS })
    known = getPublicSettings.response.parse(settings)
  }
  const problem = 'The public settings of the API could not be read'
  const { stop } = startApiPolling(read, { intervalMs: INTERVAL_MS, problem }, log)
  return { publicSettings: () => known, stop }
}
