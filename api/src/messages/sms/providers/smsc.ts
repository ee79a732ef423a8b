import * as z from 'zod'
import type { SmsProviderSettings } from '../../../settings/sms-settings.ts'
import { postForm, toKopecks } from './post.ts'
import { type AcceptedSms, type DeliveryReport, type SmsProvider, SmsRejected, SmsUnknown } from './provider.ts'

const amount = z.union([z.number(), z.string()])

const Failure = z.object({ error_code: z.coerce.number() })
const Sent = z.object({
  id: z.coerce.number(),
  cnt: z.coerce.number(),
  cost: amount.optional(),
  balance: amount.optional(),
})
const Status = z.object({ status: z.coerce.number(), err: z.coerce.number().optional(), cost: amount.optional() })

/**
 * Codes about the phone or the text; all others are about the account or the service. Two errors have the code 9: the
 * same message twice in a minute, and too many requests at the same time. Both count as a rejection, because one
 * message too many is better than a lost one.
 */
const MESSAGE_ERRORS = [6, 7, 8]
/** «Сообщение не найдено», in the response to a question about a message. */
const NOT_FOUND_ERROR = 3

const NOT_FOUND = -3
const DELIVERED = [1, 2, 4]
const UNDERWAY = [-1, 0]
const UNDELIVERED = [-2, 3, 20, 22, 23, 24, 25]

/**
 * SMSC.ru (https://smsc.ru/api/http/) stores the portal's ids, so it can be asked about a message without a response.
 */
export function createSmscProvider({ url, key, sender }: SmsProviderSettings<'smsc'>): SmsProvider {
  const common = { apikey: key, fmt: '3', charset: 'utf-8' }
  return {
    name: 'smsc',
    findsByOurId: true,
    async send({ id, phone, text }, { timeoutMs }): Promise<AcceptedSms> {
      const fields = { ...common, cost: '3', id: String(id), phones: phone, mes: text, ...(sender && { sender }) }
      const body = await postForm(new URL('/sys/send.php', url).href, fields, timeoutMs)
      const { data: failure } = Failure.safeParse(body)
      if (failure) {
        const { error_code: code } = failure
        throw new SmsRejected(String(code), MESSAGE_ERRORS.includes(code) ? 'message' : 'provider')
      }
      const { data: sent } = Sent.safeParse(body)
      if (!sent) throw new SmsUnknown('response_unknown')
      return { providerId: String(sent.id), cost: toKopecks(sent.cost), balance: toKopecks(sent.balance) }
    },

    async findReport({ id, phone }, { timeoutMs }): Promise<DeliveryReport | undefined> {
      // `all` adds the cost to the response.
      const fields = { ...common, all: '1', phone, id: String(id) }
      const body = await postForm(new URL('/sys/status.php', url).href, fields, timeoutMs)
      const { data: failure } = Failure.safeParse(body)
      if (failure?.error_code === NOT_FOUND_ERROR) return undefined
      if (failure) throw new SmsRejected(String(failure.error_code))
      const { data } = Status.safeParse(body)
      if (!data) throw new SmsUnknown('response_unknown')
      if (data.status === NOT_FOUND) return undefined
      return { ...toReport(data), cost: toKopecks(data.cost) }
    },
  }
}

function toReport({ status, err }: z.output<typeof Status>): DeliveryReport {
  if (DELIVERED.includes(status)) return { state: 'delivered' }
  if (UNDERWAY.includes(status)) return { state: 'underway' }
  if (!UNDELIVERED.includes(status)) throw new SmsUnknown('response_unknown')
  return { state: 'undelivered', reason: err ? `${status}/${err}` : String(status) }
}
