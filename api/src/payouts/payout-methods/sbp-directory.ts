import type { SbpBank } from '@portal/contracts/sbp'
import type { FastifyBaseLogger } from 'fastify'
import type { ProviderBank } from '../bank/bank.ts'
import { nameBanks, sbpBanks } from './sbp-banks.ts'

/** What is known of the fast payment system. */
export type SbpDirectory = {
  /** Whether a phone receives at a bank. @throws when it does not respond */
  isConnected(phone: string, bankId: string): Promise<boolean>
  /** Lists the banks that can be paid to. If absent, our own list applies. */
  banks?(): Promise<readonly SbpBank[]>
}

/** Every phone is connected at every bank, except those that end with 00. */
export const sandboxSbpDirectory: SbpDirectory = {
  async isConnected(phone) {
    return !phone.endsWith('00')
  },
}

const LIST_TIMEOUT_MS = 5_000
/** How long a list is used, and how long the directory waits after a failed request. */
const LIST_AGE_MS = 60 * 60 * 1000
const RETRY_MS = 30_000

/**
 * Creates a directory of the banks in the list of a provider. The provider cannot check a phone before it pays, so
 * a payout to a wrong bank is declined and its money returns.
 */
export function createProviderSbpDirectory(
  provider: Pick<Required<ProviderBank>, 'sbpBanks'>,
  { log, now = () => Date.now() }: { log: FastifyBaseLogger; now?: () => number },
): SbpDirectory {
  let known = sbpBanks
  let nextRequest = 0
  let request: Promise<readonly SbpBank[]> | undefined

  async function fetchBanks(): Promise<readonly SbpBank[]> {
    try {
      known = nameBanks(await provider.sbpBanks(AbortSignal.timeout(LIST_TIMEOUT_MS)))
      nextRequest = now() + LIST_AGE_MS
    } catch (err) {
      log.warn({ err }, 'the banks of the fast payment system cannot be listed')
      nextRequest = now() + RETRY_MS
    } finally {
      request = undefined
    }
    return known
  }

  return {
    isConnected: async () => true,
    async banks() {
      if (now() < nextRequest) return known
      request ??= fetchBanks()
      return await request
    },
  }
}
