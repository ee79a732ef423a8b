import { sendRequest } from '@portal/command/send-request'

const INTERVAL_MS = 1_000
/** A frozen API accepts connections and never responds. */
const REQUEST_TIMEOUT_MS = 1_000

type Log = { warn(message: string): void }

/**
 * Starts to check the APIs that a portal server may use. `current` returns the first address that is ready. When no API
 * is ready, it keeps the last result. A single API is not checked.
 */
export function startApiChecks(addresses: readonly string[], log: Log): { current(): string; stop(): void } {
  let current = addresses[0] ?? ''
  let isStopped = false
  let timer: NodeJS.Timeout | undefined

  async function check(): Promise<void> {
    const ready = await Promise.all(addresses.map(isReady))
    const found = addresses.find((_, index) => ready[index]) ?? current
    if (found !== current) log.warn(`The API at ${current} is not used any more, but ${found}`)
    current = found
    if (!isStopped) timer = setTimeout(check, INTERVAL_MS).unref()
  }
  if (addresses.length > 1) void check()
  return {
    current: () => current,
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** Returns whether the API at this address is ready. */
export async function isReady(address: string): Promise<boolean> {
  try {
    const request = { url: `${address}/readyz`, timeoutMs: REQUEST_TIMEOUT_MS, ignoresBody: true }
    return (await sendRequest(request)).status === 200
  } catch {
    return false
  }
}
