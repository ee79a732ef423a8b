import { type SmsDouble, startDouble } from './double.ts'

const OK = 100
const QUEUED = 100
const NOT_FOUND = -1
const WRONG_KEY = 200

export const smsruKey = '5C2B1A90-0D7E-4A11-9F3C-2E8B7D6A4F10'

/** Acts as SMS.RU, whose errors come with 200: those of the account at the top, those of a phone in its entry. */
export async function startSmsruDouble(): Promise<SmsDouble> {
  return await startDouble({
    sendPath: '/sms/send',
    read(body, _headers, id) {
      const form = new URLSearchParams(body)
      if (form.get('api_id') !== smsruKey) return undefined
      return { id, phone: `+${form.get('to')}`, text: form.get('msg') ?? '' }
    },
    accepted({ id, phone }, balance) {
      const sms = { [phone.slice(1)]: { status: 'OK', status_code: OK, sms_id: id } }
      return { status: 'OK', status_code: OK, sms, balance }
    },
    wrongKey: { status: 200, body: { status: 'ERROR', status_code: WRONG_KEY, status_text: 'Неправильный api_id' } },
    failed({ code, isAboutRequest }, { phone }) {
      if (isAboutRequest) return { status: 'ERROR', status_code: code, status_text: 'Ошибка' }
      const sms = { [phone.slice(1)]: { status: 'ERROR', status_code: code, status_text: `Ошибка для ${phone}` } }
      return { status: 'OK', status_code: OK, sms, balance: 1_000 }
    },
    status(body, findStatus) {
      const id = new URLSearchParams(body).get('sms_id') ?? ''
      const status = findStatus(id)
      const found = { status: 'OK', status_code: status || QUEUED, cost: '4.10', status_text: '' }
      const sms = { [id]: status === undefined ? { status: 'ERROR', status_code: NOT_FOUND } : found }
      return { status: 'OK', status_code: OK, balance: 1_000, sms }
    },
  })
}
