import type { AppDependencies } from '../../http/app-dependencies.ts'
import { requestContext } from '../../process/request-context.ts'
import { createProviderOrder } from './provider-order.ts'
import { type SmsProvider, SmsRejected, SmsUnknown } from './providers/provider.ts'
import { addSmsMessage, findProviderWithoutDelivery, type SendResult, setReport, setSendResult } from './repository.ts'
import { countSegments, type Sms, type SmsMessage } from './sms.ts'

/** Together they are shorter than the deadline of a request, because the user waits meanwhile. */
const TIMEOUTS = { totalMs: 8_000, providerMs: 4_000, reportMs: 2_000 }
/** With less time left no message is sent, because no provider would respond in time. */
const MIN_TIMEOUT_MS = 500
/** A user whose code has not arrived requests another one within this time. */
const RECENT_SECONDS = 10 * 60
const FIRST_CHECK_SECONDS = 10

type Deps = Pick<AppDependencies, 'db' | 'log'> & {
  providers: readonly SmsProvider[]
  timeouts?: typeof TIMEOUTS
}

/** One attempt to send a message by one provider. `id` is the portal's id of the message. */
type Attempt = { id: number; phone: string; provider: SmsProvider }

/**
 * Sends each message by one provider, and by the next one only if the first one certainly did not send it. If this is
 * unknown, the provider is asked for the message, if it can find messages by the portal's id. If it is still unknown,
 * no other provider sends the message. The user then requests another code, which another provider sends.
 */
export class ProviderSms implements Sms {
  readonly #db: Deps['db']
  readonly #log: Deps['log']
  readonly #limits: typeof TIMEOUTS
  readonly #order: ReturnType<typeof createProviderOrder>

  constructor({ db, log, providers, timeouts: limits = TIMEOUTS }: Deps) {
    this.#db = db
    this.#log = log
    this.#limits = limits
    this.#order = createProviderOrder(providers)
  }

  async send(message: SmsMessage): Promise<void> {
    // The request gives its slot to others while the provider is slow.
    requestContext()?.releaseSlot()
    const end = performance.now() + this.#limits.totalMs
    const missing = await findProviderWithoutDelivery(this.#db, message.phone, RECENT_SECONDS)
    const inOrder = this.#order.providersFor(missing)
    for (const [index, provider] of inOrder.entries()) {
      const isLast = index === inOrder.length - 1
      const left = end - performance.now() - (provider.findsByOurId ? this.#limits.reportMs : 0)
      if (left < MIN_TIMEOUT_MS) continue
      try {
        return await this.#sendBy(provider, message, isLast ? left : Math.min(this.#limits.providerMs, left))
      } catch (error) {
        if (!(error instanceof SmsRejected)) throw error
      }
    }
    throw new SmsRejected('all_providers')
  }

  /** @throws SmsRejected if the provider certainly did not send the message */
  async #sendBy(provider: SmsProvider, { phone, text }: SmsMessage, timeoutMs: number): Promise<void> {
    const id = await addSmsMessage(this.#db, {
      phone,
      provider: provider.name,
      segments: countSegments(text),
      isFindable: provider.findsByOurId ?? false,
    })
    try {
      const { providerId, ...amounts } = await provider.send({ id, phone, text }, { timeoutMs })
      this.#order.succeeded(provider)
      await this.#store(id, {
        state: 'accepted',
        provider_id: providerId ?? null,
        ...amounts,
        nextCheckIn: provider.findReport && providerId !== undefined ? FIRST_CHECK_SECONDS : null,
      })
    } catch (error) {
      if (error instanceof SmsUnknown) await this.#handleUnknown({ id, phone, provider }, error)
      else if (error instanceof SmsRejected) await this.#handleRejected({ id, phone, provider }, error)
      else throw error
    }
  }

  async #handleUnknown(attempt: Attempt, { reason }: SmsUnknown): Promise<void> {
    const { id, provider } = attempt
    this.#log.warn({ provider: provider.name, reason }, 'an SMS may not be sent')
    this.#order.failed(provider)
    await this.#store(id, { state: 'unknown', reason, nextCheckIn: provider.findsByOurId ? FIRST_CHECK_SECONDS : null })
    if (await this.#wasLost(attempt)) await this.#reject(id, reason)
  }

  async #handleRejected({ id, provider }: Attempt, { reason, scope }: SmsRejected): Promise<void> {
    this.#log.warn({ provider: provider.name, reason }, 'an SMS is rejected')
    if (scope === 'provider') this.#order.failed(provider)
    await this.#reject(id, reason)
  }

  async #reject(id: number, reason: string): Promise<never> {
    await this.#store(id, { state: 'rejected', reason, nextCheckIn: null })
    throw new SmsRejected(reason)
  }

  /** Whether the provider certainly does not have a message whose response was lost. */
  async #wasLost({ id, phone, provider }: Attempt): Promise<boolean> {
    if (!provider.findsByOurId) return false
    try {
      const found = await provider.findReport?.({ id, phone, providerId: null }, { timeoutMs: this.#limits.reportMs })
      if (found) await setReport(this.#db, id, { state: 'accepted', cost: found.cost, isFinal: false })
      return found === undefined
    } catch {
      return false
    }
  }

  /** Never throws: a message that was sent must not be sent again because its result cannot be stored. */
  async #store(id: number, result: SendResult): Promise<void> {
    await setSendResult(this.#db, id, result).catch((err: unknown) =>
      this.#log.error({ err }, 'the result of an SMS is not stored'),
    )
  }
}
