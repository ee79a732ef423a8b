import { endBadCanaries } from '../releases/canary/end-bad-canaries.ts'
import { readHealth } from '../releases/canary/read-health.ts'
import { whyReadOnly } from '../releases/read-only.ts'
import type { ReleaseStore } from '../releases/stores/store.ts'

const checkIntervalMs = 10_000

/** A canary is judged by what its pages said of late. */
const healthMinutes = 30

/** Whom pages told of their releases, and what it is shown to tell it. */
type Told = { origin: string; token: string | undefined }

type Log = {
  info(message: string): void
  warn(message: string): void
  error(error: unknown, message: string): void
}

/**
 * Ends canaries that do worse than what everybody else has, as long as the process runs; with as many replicas as there are.
 * One that lacks what it takes says so in the log, once.
 */
export async function watchCanaries(store: ReleaseStore, { origin, token }: Told, log: Log): Promise<{ stop(): void }> {
  const hindrance = token ? await whyReadOnly(store) : 'METRICS_TOKEN is missing'
  if (!token || hindrance) {
    log.info(`Canaries are not watched from here: ${hindrance}`)
    return { stop() {} }
  }

  async function check(): Promise<void> {
    try {
      for (const deed of await endBadCanaries(store, () => readHealth(origin, String(token), healthMinutes)))
        log.warn(deed)
    } catch (error) {
      log.error(error, 'The canaries could not be checked')
    }
  }
  const timer = setInterval(check, checkIntervalMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
