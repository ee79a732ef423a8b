import type { AppDependencies } from '../../http/app-dependencies.ts'
import { requestContext } from '../../process/request-context.ts'
import { createProviderOrder } from './provider-order.ts'
import { type SmsProvider, SmsRejected, SmsUnknown } from './providers/provider.ts'
import { addSmsMessage, findProviderOfMissing, type SendResult, setReport, setSendResult } from './repository.ts'
import { countSegments } from './segments.ts'
import type { Sms, SmsMessage } from './sms.ts'

/** Together below the deadline of a request; the user looks at a spinner meanwhile. */
const timeouts = { totalMs: 8_000, providerMs: 4_000, reportMs: 2_000 }
/** Less time is not enough for a response, so the message is not sent. */
const MIN_TIMEOUT_MS = 500
/** How long a code is of use: one that has not arrived is requested again in this time. */
const RECENT_SECONDS = 10 * 60
const FIRST_CHECK_SECONDS = 10

type Deps = Pick<AppDependencies, 'db' | 'log'> & {
  providers: readonly SmsProvider[]
  timeouts?: typeof timeouts
}

/**
 * Sends each message by one provider, and by the next one only if the first certainly did not send it. If that is not
 * known, the provider is asked for the message, provided that it finds messages by our id. If it is still not known, no
 * other provider sends the message: the user requests another code, which another provider then sends.
 */
export function providerSms({ db, log, providers, timeouts: limits = timeouts }: Deps): Sms {
  const order = createProviderOrder(providers)

  async function sendBy(provider: SmsProvider, { phone, text }: SmsMessage, timeoutMs: number): Promise<void> {
    const id = await addSmsMessage(db, {
      phone,
      provider: provider.name,
      segments: countSegments(text),
      isFindable: provider.findsByOurId ?? false,
    })
    try {
      const { providerId, ...amounts } = await provider.send({ id, phone, text }, { timeoutMs })
      order.succeeded(provider)
      await store(id, {
        state: 'accepted',
        provider_id: providerId ?? null,
        ...amounts,
        nextCheckIn: provider.findReport && providerId !== undefined ? FIRST_CHECK_SECONDS : null,
      })
    } catch (error) {
      if (!(error instanceof SmsUnknown) && !(error instanceof SmsRejected)) throw error
      const { reason } = error
      log.warn(
        { provider: provider.name, reason },
        error instanceof SmsUnknown ? 'an SMS may not be sent' : 'an SMS is rejected',
      )
      if (error instanceof SmsUnknown || error.scope === 'provider') order.failed(provider)
      if (error instanceof SmsUnknown && !(await wasLost(provider, { id, phone, reason }))) return
      await store(id, { state: 'rejected', reason, nextCheckIn: null })
      throw new SmsRejected(reason)
    }
  }

  /** Whether the provider does not have a message whose response was lost. */
  async function wasLost(provider: SmsProvider, { id, phone, reason }: { id: number; phone: string; reason: string }) {
    await store(id, { state: 'unknown', reason, nextCheckIn: provider.findsByOurId ? FIRST_CHECK_SECONDS : null })
    if (!provider.findsByOurId) return false
    try {
      const found = await provider.findReport?.({ id, phone, providerId: null }, { timeoutMs: limits.reportMs })
      if (found) await setReport(db, id, { state: 'accepted', cost: found.cost, isFinal: false })
      return found === undefined
    } catch {
      return false
    }
  }

  /** Once a message is sent, a failure to store what is known of it must not send it again. */
  async function store(id: number, result: SendResult): Promise<void> {
    await setSendResult(db, id, result).catch((err: unknown) =>
      log.error({ err }, 'the result of an SMS is not stored'),
    )
  }

  return {
    async send(message) {
      // The request gives its slot to others while the provider is slow.
      requestContext()?.leavePlace()
      const end = performance.now() + limits.totalMs
      const inOrder = order.providersFor(await findProviderOfMissing(db, message.phone, RECENT_SECONDS))
      for (const [index, provider] of inOrder.entries()) {
        const isLast = index === inOrder.length - 1
        const left = end - performance.now() - (provider.findsByOurId ? limits.reportMs : 0)
        if (left < MIN_TIMEOUT_MS) continue
        try {
          return await sendBy(provider, message, isLast ? left : Math.min(limits.providerMs, left))
        } catch (error) {
          if (!(error instanceof SmsRejected)) throw error
        }
      }
      throw new SmsRejected('all_providers')
    },
  }
}
