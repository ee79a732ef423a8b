import { beforeEach, expect, test } from 'vitest'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { verifyOtp } from './service.ts'

const api = sharedApi()
let anna: TestUser
let own: TestBrowser
let stolen: TestBrowser
beforeEach(async () => {
  anna = await api.createUser()
  own = await api.signedIn(anna)
  stolen = await api.signedIn(anna)
})

const send = async (browser: TestBrowser, purpose: string) =>
  (await browser.post(`/otp/send/user/${anna.userId}`, { purpose })).statusCode
const verify = (code: string, purpose: 'payout' | 'transfer' = 'payout') =>
  verifyOtp(api, { subject: anna.userId, purpose, code }).then(
    () => 'right',
    ({ code }) => code,
  )

/** The thief of a session requests all codes of an hour, and enters wrong ones until the user is blocked. */
async function exhaust(): Promise<void> {
  const statuses: number[] = []
  for (let turn = 0; turn < 6; turn++) {
    statuses.push(await send(stolen, turn % 2 ? 'payout' : 'transfer'))
    await api.db
      .updateTable('otp')
      .set({ created_at: new Date(Date.now() - 301_000) })
      .where('subject', '=', anna.userId)
      .execute()
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  for (let guess = 0; guess < 5; guess++) await verify('wrong')
  expect(await verify('wrong')).toBe('otp_blocked')
}

const changePassword = (current: string, password: string) =>
  own.post('/user/password/change', { current_password: current, password })

test.each<[string, () => Promise<{ statusCode: number }>]>([
  ['with a new password', () => changePassword(anna.password, 'tea and cherry 9')],
  ['when the other sessions are ended', () => own.delete('/user/sessions')],
  [
    'when the session of the thief is ended',
    async () => {
      const { items } = (await own.get('/user/sessions')).json<{ items: { id: string; current: boolean }[] }>()
      return await own.delete(`/user/sessions/${items.find(({ current }) => !current)?.id}`)
    },
  ],
])('the owner has all codes and guesses again %s', async (_, endThief) => {
  await exhaust()
  expect(await send(own, 'payout')).toBe(429)
  expect((await endThief()).statusCode).toBe(204)
  expect(await send(own, 'payout')).toBe(200)
  expect(await verify(await api.codeSentTo(anna.phone))).toBe('right')
})

test('a code that was sent before is no longer valid', async () => {
  await send(stolen, 'payout')
  const code = await api.codeSentTo(anna.phone)
  await own.delete('/user/sessions')
  expect(await verify(code)).toBe('otp_expired')
})

test('a thief gets codes again once a day by ending sessions, and the owner then does by a new password', async () => {
  for (const status of [200, 429]) {
    await exhaust()
    await stolen.delete('/user/sessions')
    own = await api.signedIn(anna)
    expect(await send(stolen, 'payout')).toBe(status)
    await api.db.updateTable('otp').set({ consumed_at: new Date(), blocked_until: null }).execute()
  }
  await exhaust()
  await changePassword(anna.password, 'tea and cherry 9')
  expect(await send(own, 'payout')).toBe(200)
})

test('requests that a thief has consumed no longer count after a new password', async () => {
  const change = () => stolen.post('/invitations/unknown/join')
  for (let turn = 0; turn < 30; turn++) expect((await change()).statusCode).toBe(404)
  expect((await own.post('/invitations/unknown/join')).statusCode).toBe(429)
  await changePassword(anna.password, 'tea and cherry 9')
  expect((await own.post('/invitations/unknown/join')).statusCode).toBe(404)
})
