import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { sharedApi, type TestUser } from '../../http/testing/test-api.ts'
import type { Sms, SmsMessage } from '../../messages/sms/sms.ts'
import { addCard } from '../../money/ledger/testing/test-ledger.ts'
import { sendDueNotices } from './outbox.ts'
import { addSecurityNotice } from './security-notice.ts'

const api = sharedApi()
let anna: TestUser
beforeEach(async () => {
  await sql`delete from security_notice`.execute(api.db)
  anna = await api.createUser()
})

const add = () => addSecurityNotice(api.db, api, { userId: anna.userId }, { type: 'password_changed' })
const waiting = () => api.db.selectFrom('security_notice').select(['phone', 'attempts']).execute()
const sendBy = (send: Sms['send']) => sendDueNotices({ ...api, sms: { send } })
const fail = () => Promise.reject(new Error('no provider takes it'))
const age = (by: string) =>
  sql`update security_notice set next_attempt_at = next_attempt_at - ${by}::interval,
    created_at = created_at - ${by}::interval`.execute(api.db)

// spec: 9.59
test('a notice of a process that ends after the commit is sent once by the processes that start next', async () => {
  const browser = await api.signedIn(anna)
  await browser.post('/user/password/change', { password: 'tea and cherry 9', current_password: anna.password })
  const sent: SmsMessage[] = []
  await Promise.all([1, 2, 3].map(() => sendBy(async (message) => void sent.push(message))))
  expect(await waiting()).toEqual([])
  expect(sent).toEqual([{ phone: anna.phone, text: expect.stringContaining('пароль изменён') }])
})

// spec: 9.59
test('a notice of a change that is rolled back is not sent', async () => {
  const changing = api.db.transaction().execute(async (trx) => {
    await addSecurityNotice(trx, api, { userId: anna.userId }, { type: 'password_changed' })
    throw new Error('rolled back')
  })
  await expect(changing).rejects.toThrow('rolled back')
  expect(await api.messagesTo(anna.phone)).toEqual([])
})

test('a notice is sent again by another process when the one that took it has ended', async () => {
  await add()
  const hanging = Promise.withResolvers<void>()
  const ended = sendBy(() => hanging.promise)
  await expect.poll(waiting).toMatchObject([{ attempts: 1 }])
  expect(await api.messagesTo(anna.phone)).toEqual([])
  await age('121 seconds')
  expect(await api.messagesTo(anna.phone)).toHaveLength(1)
  hanging.resolve()
  await ended
})

test('a notice that no provider takes is sent again later, ten times in all', async () => {
  await add()
  for (let attempt = 1; attempt < 10; attempt++) {
    await sendBy(fail)
    expect(await sendBy(fail)).toBe(0)
    expect(await waiting()).toEqual([{ phone: anna.phone, attempts: attempt }])
    await sql`update security_notice set next_attempt_at = now()`.execute(api.db)
  }
  await sendBy(fail)
  expect(await waiting()).toEqual([])
  expect(api.logs.filter((line) => line.includes('a security notice is given up'))).toHaveLength(1)
  expect(api.logs.join()).not.toContain(anna.phone)
})

test('a notice that is older than a day, and one at which processes have ended ten times, are deleted without being sent', async () => {
  await add()
  await age('25 hours')
  await add()
  await sql`update security_notice set attempts = 10 where created_at > now() - interval '1 hour'`.execute(api.db)
  expect(await api.messagesTo(anna.phone)).toEqual([])
  expect(await waiting()).toEqual([])
})

// spec: 9.59
test('a deleted account leaves only the notice that reports the deletion', async () => {
  await add()
  await addSecurityNotice(
    api.db,
    api,
    { userId: anna.userId, phone: '+79160000009' },
    { type: 'phone_changed', to: anna.phone },
  )
  const browser = await api.signedIn(anna)
  await browser.post('/user/deletion', { current_password: anna.password })
  expect(await api.messagesTo(anna.phone)).toEqual([expect.stringContaining('аккаунт удалён')])
  expect(await api.messagesTo('+79160000009')).toEqual([expect.stringContaining('телефон для входа сменён')])
  expect(await waiting()).toEqual([])
})

test('the same message is sent five times an hour at most, and another one beside it', async () => {
  const browser = await api.signedIn(anna)
  const ids = [await addCard(api.db, anna, '4321'), await addCard(api.db, anna, '8765')]
  for (let time = 0; time < 20; time++) {
    expect((await browser.patch(`/user/bank-card/${ids[time % 2]}`, { is_default: true })).statusCode).toBe(200)
  }
  await browser.delete(`/user/bank-card/${ids[0]}`)
  const sent = await api.messagesTo(anna.phone)
  const containing = (text: string) => sent.filter((message) => message.includes(text))
  expect(['карту •• 4321', 'карту •• 8765', 'далена карта •• 4321'].map((text) => containing(text).length)).toEqual([
    5, 5, 1,
  ])
})

test('metrics show how many notices wait, and for how long', async () => {
  await add()
  await age('5 minutes')
  const headers = { authorization: `Bearer ${api.settings.metricsToken}` }
  const { body } = await api.app.inject({ url: '/metrics', headers })
  expect(body).toContain('\nportal_security_notices_waiting 1\n')
  expect(body).toMatch(/\nportal_security_notice_oldest_seconds 30\d/)
})
