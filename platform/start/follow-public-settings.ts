import { getPublicSettings, type PublicSettings } from '@portal/contracts/public-settings'

const INTERVAL_MS = 60_000
const RETRY_INTERVAL_MS = 5_000
const REQUEST_TIMEOUT_MS = 5_000

type Log = { error(error: unknown, message: string): void }

/**
 * Follows what the API of another process says about all pages. Until its first response nothing of it is known; later failures
 * leave the last one. The first failure in a row is logged.
 */
export function followPublicSettings(
  apiUrl: () => string,
  log: Log,
): { publicSettings(): PublicSettings | undefined; stop(): void } {
  let known: PublicSettings | undefined
  let isStopped = false
  let hasFailed = false
  let timer: NodeJS.Timeout | undefined

  async function read(): Promise<void> {
    try {
      const response = await fetch(`${apiUrl()}/api/v1${getPublicSettings.path}`, {
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      if (!response.ok) throw new Error(`${response.url} is ${response.status}`)
      known = getPublicSettings.response.parse(await response.json())
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log.error(error, 'The public settings of the API could not be read')
      hasFailed = true
    }
    if (!isStopped) timer = setTimeout(read, hasFailed ? RETRY_INTERVAL_MS : INTERVAL_MS).unref()
  }
  void read()
  return {
    publicSettings: () => known,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
