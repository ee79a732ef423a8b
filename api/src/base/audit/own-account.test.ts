import type { AuditEvent } from '@portal/contracts/admin/audit'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { from, sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { createAuthenticator, registerPasskey } from '../../identity/passkeys/testing/authenticator.ts'
import { applyDuePhoneChanges } from '../../identity/password/phone-change.ts'
import { newPhone } from '../../money/ledger/testing/test-ledger.ts'
import { methodSteps, numbers } from '../../payouts/payout-methods/testing/method-steps.ts'

// What users do with their own accounts, in the audit trail.

const api = sharedApi()
let anna: TestUser
let browser: TestBrowser
let userCount = 0
beforeEach(async () => {
  userCount += 1
  anna = await api.createUser()
  browser = await api.signedIn(anna)
})

/** Reads the lines about the user, oldest first. */
async function trail(): Promise<AuditEvent[]> {
  return (await api.operator().get(`/audit?subject=${anna.userId}`)).json().items.reverse()
}

const readLines = async () => (await trail()).map(({ action, before, after }) => ({ action, before, after }))

async function codeTo(phone: string): Promise<string> {
  await expect.poll(() => api.codeSentTo(phone).catch(() => '')).toMatch(/^\d{6}$/)
  return await api.codeSentTo(phone)
}

async function changePhone(phone_number: string, withOwnCode: boolean) {
  await browser.post('/otp/send/phone', { phone_number })
  const code = await codeTo(phone_number)
  const own = { purpose: 'phone', phone_number }
  if (withOwnCode) await browser.post(`/otp/send/user/${anna.userId}`, own)
  const current_phone_code = withOwnCode ? await api.codeSentTo(anna.phone) : undefined
  return await browser.post('/user/phone', { phone_number, code, current_password: anna.password, current_phone_code })
}

// spec: 9.44
test('the trail has sign-ins by password, and none for a wrong one', async () => {
  const login = (password: string) =>
    api.browser().post('/login', { phoneNumber: anna.phone, password, _remember_me: true }, from(`10.6.${userCount}.1`))
  await login('wrong')
  await login(anna.password)
  expect(await trail()).toMatchObject([
    {
      action: 'user_signed_in',
      actor: { type: 'user', id: anna.userId },
      after: { by: 'password', remembered: true },
      reason: null,
    },
  ])
})

test('the trail has passkeys that are added, used to sign in and removed', async () => {
  const authenticator = createAuthenticator()
  await registerPasskey(api, { user: anna, browser, device: authenticator })
  const { id } = (await browser.get('/user/passkeys')).json().items[0]
  const anonymous = api.browser()
  const options = (await anonymous.post('/login/passkey/options')).json()
  await anonymous.post('/login/passkey', { passkey: authenticator.get(options), _remember_me: false })
  await browser.post(`/user/passkeys/${id}/removal`, { current_password: anna.password })
  expect(await readLines()).toMatchObject([
    { action: 'passkey_added', after: { passkey_id: id } },
    { action: 'user_signed_in', after: { by: 'passkey' } },
    { action: 'passkey_removed', before: { passkey_id: id } },
  ])
})

test('the trail has passwords that are changed or recovered', async () => {
  await browser.post('/user/password/change', { password: 'tea and cherry 9', current_password: anna.password })
  const anonymous = api.browser()
  await anonymous.post('/otp/send/recovery', { phone_number: anna.phone })
  const { a, b } = (
    await anonymous.post('/user/password/request', { code: await codeTo(anna.phone), phone_number: anna.phone })
  ).json()
  await anonymous.post(`/user/password/change/${a}/${b}`, { password: 'tea and cherry 8' })
  expect(await readLines()).toEqual([
    { action: 'password_changed', before: null, after: null },
    { action: 'password_recovered', before: null, after: { deleted_passkeys: 0 } },
  ])
})

test('the trail has a phone that is changed immediately, requested, canceled, and changed a day later by the portal', async () => {
  const [first, second, third] = [newPhone(), newPhone(), newPhone()]
  expect((await changePhone(first, true)).statusCode).toBe(200)
  await changePhone(second, false)
  await browser.delete('/user/phone/change')
  await browser.delete('/user/phone/change')
  await changePhone(third, false)
  await sql`update phone_change set due_at = now()`.execute(api.db)
  await applyDuePhoneChanges(api)
  const [ends, ...others] = [anna.phone, first, second, third].map((phone) => phone.slice(-2))
  const lines = await trail()
  expect(lines).toMatchObject([
    { action: 'phone_changed', before: { phone_ends: ends }, after: { phone_ends: others[0] } },
    { action: 'phone_change_requested', after: { phone_ends: others[1] } },
    { action: 'phone_change_canceled' },
    { action: 'phone_change_requested', after: { phone_ends: others[2] } },
    { action: 'phone_changed', actor: { type: 'system' }, before: { phone_ends: others[0] } },
  ])
})

test('the trail has payout methods that are added, made the default and removed, by their last digits', async () => {
  const methods = methodSteps(api, anna, browser)
  const first = (await methods.addCard(numbers[0])).json().id
  const phone = newPhone()
  const second = (await methods.addPhone(phone)).json().id
  await browser.patch(`/user/sbp-phone/${second}`, { label: 'Мой' })
  await browser.patch(`/user/sbp-phone/${second}`, { is_default: true })
  await browser.delete(`/user/bank-card/${first}`)
  const lines = await readLines()
  expect(lines).toMatchObject([
    { action: 'method_added', after: { method_id: first, type: 'card', ends: numbers[0].slice(-4) } },
    { action: 'method_added', after: { method_id: second, type: 'sbp', ends: phone.slice(-2) } },
    { action: 'method_changed', before: { method_id: second, default: false }, after: { default: true } },
    { action: 'method_removed', before: { method_id: first } },
  ])
  for (const secret of [numbers[0], phone, anna.phone]) expect(JSON.stringify(lines)).not.toContain(secret)
})
