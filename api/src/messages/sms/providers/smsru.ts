import * as z from 'zod'
import type { SmsProviderSettings } from '../../../settings/sms-settings.ts'
import { postForm, toKopecks } from './post.ts'
import { type AcceptedSms, type DeliveryReport, type SmsProvider, SmsRejected, SmsUnknown } from './provider.ts'

const amount = z.union([z.number(), z.string()])

/** The response to one message. The request has a `status_code`, and each phone has its own. */
const Sent = z.object({
  status_code: z.coerce.number(),
  sms: z.record(z.string(), z.object({ status_code: z.coerce.number(), sms_id: z.string().optional() })).optional(),
  balance: amount.optional(),
})

const Status = z.object({
  status_code: z.coerce.number(),
  sms: z.record(z.string(), z.object({ status_code: z.coerce.number(), cost: amount.nullish() })).optional(),
})

/** «Запрос выполнен». */
const OK = 100
/** «Превышен лимит одинаковых сообщений на этот номер в минуту»: the phone got the same text in this minute. */
const REPEATED = 231
/** «Ошибка на сервере. Повторите запрос»: it does not say whether the message was accepted. */
const SERVER_ERROR = 500
/** Codes about the phone or the text; all others are about the account or the service. */
const MESSAGE_ERRORS = [202, 203, 205, 207, 209, 214, 215, 216, 217, 218, 230, 232, 233]

const DELIVERED = [103, 110]
const UNDERWAY = [100, 101, 102]
const UNDELIVERED = [104, 105, 106, 107, 108, 150]
const NOT_FOUND = -1

/** SMS.RU (https://sms.ru/api) has its own ids, reports the cost later, and sends errors with the status 200. */
export function createSmsruProvider({ url, key, sender }: SmsProviderSettings<'smsru'>): SmsProvider {
  async function call<T extends z.ZodType>(path: string, fields: Record<string, string>, schema: T, timeoutMs: number) {
    const body = await postForm(new URL(path, url).href, { api_id: key, json: '1', ...fields }, timeoutMs)
    const { data } = schema.safeParse(body)
    if (!data) throw new SmsUnknown('response_unknown')
    return data
  }

  return {
    name: 'smsru',
    async send({ phone, text }, { timeoutMs }): Promise<AcceptedSms> {
      const fields = { to: toDigits(phone), msg: text, ...(sender && { from: sender }) }
      const response = await call('/sms/send', fields, Sent, timeoutMs)
      if (response.status_code !== OK) throw rejection(response.status_code)
      const [sms] = Object.values(response.sms ?? {})
      if (!sms) throw new SmsUnknown('response_unknown')
      if (sms.status_code === REPEATED) return {}
      if (sms.status_code !== OK) throw rejection(sms.status_code)
      return { ...(sms.sms_id && { providerId: sms.sms_id }), balance: toKopecks(response.balance) }
    },

    async findReport({ providerId }, { timeoutMs }): Promise<DeliveryReport | undefined> {
      if (providerId === null) return undefined
      const { status_code, sms } = await call('/sms/status', { sms_id: providerId }, Status, timeoutMs)
      if (status_code !== OK) throw rejection(status_code)
      const one = sms?.[providerId]
      if (!one || one.status_code === NOT_FOUND) return undefined
      return { ...toReport(one.status_code), cost: toKopecks(one.cost ?? undefined) }
    },
  }
}

function rejection(code: number): Error {
  if (code === SERVER_ERROR) return new SmsUnknown(String(code))
  return new SmsRejected(String(code), MESSAGE_ERRORS.includes(code) ? 'message' : 'provider')
}

function toReport(code: number): DeliveryReport {
  if (DELIVERED.includes(code)) return { state: 'delivered' }
  if (UNDERWAY.includes(code)) return { state: 'underway' }
  if (UNDELIVERED.includes(code)) return { state: 'undelivered', reason: String(code) }
  throw new SmsUnknown('response_unknown')
}

/** `+79001234567` → `79001234567` */
function toDigits(phone: string): string {
  return phone.replace(/\D/g, '')
}
