import { whyReadOnly } from '../releases/read-only.ts'
import { readRegistry } from '../releases/releases.ts'
import { describeExpiry, isRenewalDue, signAgain } from '../releases/served.ts'
import type { ReleaseStore } from '../releases/stores/store.ts'

const CHECK_INTERVAL_MS = 60 * 60 * 1000

type Log = {
  info(message: string): void
  warn(message: string): void
  error(error: unknown, message: string): void
}

/**
 * Signs the live registry again before it expires, as long as the process runs. A process without the key logs each
 * hour that a signature is due. Registries that are not signed never expire.
 */
export async function startRegistryRenewal(store: ReleaseStore, log: Log): Promise<{ stop(): void }> {
  async function check(): Promise<void> {
    try {
      const registry = await readRegistry(store)
      if (!isRenewalDue(store, registry)) return
      const problem = store.signingKey ? await whyReadOnly(store) : 'RELEASE_SIGNING_KEY is missing'
      if (problem)
        return log.warn(
          `Registry ${registry.sequence} has to be signed again. ${describeExpiry(registry)} (${problem})`,
        )
      log.info(`Registry ${(await signAgain(store)).sequence} was signed again`)
    } catch (error) {
      log.error(error, 'The registry could not be signed again')
    }
  }
  if (!store.publicKeys) return { stop() {} }
  await check()
  const timer = setInterval(check, CHECK_INTERVAL_MS)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
