import { type SmsDouble, startDouble } from './double.ts'

const NOT_FOUND = -3

const wrongKey = { error: 'authorise error', error_code: 2 }

export const smscKey = 'q8Zt4vW1xR7nK2mB9cJ5'

/** Acts as SMSC.ru with `fmt=3`: amounts are texts, errors come with 200, and the caller's ids find messages. */
export async function startSmscDouble(): Promise<SmsDouble> {
  return await startDouble({
    sendPath: '/sys/send.php',
    read(body) {
      const form = new URLSearchParams(body)
      if (form.get('apikey') !== smscKey) return undefined
      return { id: form.get('id') ?? '', phone: form.get('phones') ?? '', text: form.get('mes') ?? '' }
    },
    accepted: ({ id }, balance) => ({ id: Number(id), cnt: 1, cost: '4.1', balance: balance.toFixed(2) }),
    wrongKey: { status: 200, body: wrongKey },
    failed: ({ code, error }, { phone }) => ({ error: error ?? `invalid number ${phone}`, error_code: code }),
    status(body, findStatus) {
      const form = new URLSearchParams(body)
      if (form.get('apikey') !== smscKey) return wrongKey
      const status = findStatus(form.get('id') ?? '')
      if (status === undefined) return { status: NOT_FOUND }
      return { status, last_date: '23.11.2026 10:00:00', last_timestamp: 1_795_417_200, err: 0, cost: '4.1' }
    },
  })
}
