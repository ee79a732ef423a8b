import { readHealth } from '@portal/shared/release/read-health'
import type { Releases } from '@portal/shared/release/releases'
import { endBadCanaries } from '@portal/shared/release/watch-canaries'

/** Milliseconds. */
const checkEvery = 10_000

/** A canary is judged by what its pages said of late. */
const minutes = 30

type Log = { warn(fields: object, message: string): void; error(error: unknown, message: string): void }

/** Ends canaries that do worse than what everybody else has, as long as the process runs. */
export function watchCanaries(releases: Releases, origin: string, serviceToken: string, log: Log): { stop(): void } {
  async function check(): Promise<void> {
    try {
      const ended = await endBadCanaries(releases, () => readHealth(origin, serviceToken, minutes))
      for (const remote of ended) log.warn({ remote }, 'A canary did worse than the current release and is taken away')
    } catch (error) {
      log.error(error, 'The canaries could not be checked')
    }
  }
  const timer = setInterval(check, checkEvery)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
