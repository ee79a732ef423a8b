import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { lockWaits } from '../../db/testing/locks.ts'
import { sharedApi } from '../../http/testing/test-api.ts'
import { newPhone } from '../../money/ledger/testing/test-ledger.ts'
import { deleteUserSessions } from '../session/repository.ts'
import { getUserRow, setPasswordHash } from '../users/repository.ts'
import { applyDuePhoneChanges } from './phone-change.ts'
import { findPhoneChange } from './phone-change-repository.ts'
import { createPhoneUser, type PhoneUser } from './testing/phone-user.ts'

const api = sharedApi()
let user: PhoneUser
beforeEach(async () => {
  user = await createPhoneUser(api)
})

describe('with a code of the current phone', () => {
  // spec: 9.24
  test('changes immediately, ends the other sessions and renews the token of this one', async () => {
    const other = await api.signedIn(user.anna)
    const before = user.browser.token
    const phone_number = newPhone()
    const response = await user.changeTo(phone_number)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ phone_masked: `+7 (916) •••-••-${phone_number.slice(-2)}` })
    expect((await user.browser.get(`/user/${user.anna.userId}`)).json()).toMatchObject(response.json())
    expect((await other.get('/user/balance')).statusCode).toBe(401)
    expect((await api.browser(before).get('/user/balance')).statusCode).toBe(401)
    expect((await user.login(phone_number)).statusCode).toBe(200)
    expect((await user.login(user.anna.phone)).statusCode).toBe(401)
    expect((await api.messagesTo(user.anna.phone)).at(-1)).toBe(
      `Чаевые: телефон для входа сменён на •• ${phone_number.slice(-2)}. Не вы? Сообщите менеджеру`,
    )
  })

  test('changes nothing as long as the token of the session cannot be renewed', async () => {
    const { response } = await api.db.transaction().execute(async (trx) => {
      await trx.selectFrom('session').select('id').where('user_id', '=', user.anna.userId).forUpdate().execute()
      const response = user.changeTo(newPhone())
      await expect.poll(() => lockWaits(api.db)).toBe(1)
      expect((await getUserRow(api.db, user.anna.userId)).phone).toBe(user.anna.phone)
      return { response }
    })
    expect((await response).statusCode).toBe(200)
  })

  test('waits for a day after a recovery, which a thief of the SIM card may have made, and the next recovery drops it', async () => {
    await sql`update user_account set recovered_at = now() - interval '23 hours' where id = ${user.anna.userId}`.execute(
      api.db,
    )
    const phone_number = newPhone()
    const response = await user.changeTo(phone_number)
    expect(response.json()).toMatchObject({ takes_effect_at: expect.any(String) })
    expect((await user.login(user.anna.phone)).statusCode).toBe(200)
    expect((await api.messagesTo(user.anna.phone)).at(-1)).toContain('/settings/phone')
    const { a, b } = await granted()
    expect(
      (await api.browser().post(`/user/password/change/${a}/${b}`, { password: 'tea and cherry 9' })).statusCode,
    ).toBe(204)
    await sql`update phone_change set due_at = now()`.execute(api.db)
    await applyDuePhoneChanges(api)
    expect(
      (await api.browser().post('/login', { phoneNumber: phone_number, password: 'tea and cherry 9' })).statusCode,
    ).toBe(401)
  })

  test('changes immediately again when the day after a recovery is over', async () => {
    await sql`update user_account set recovered_at = now() - interval '24 hours' where id = ${user.anna.userId}`.execute(
      api.db,
    )
    expect((await user.changeTo(newPhone())).json()).not.toHaveProperty('takes_effect_at')
  })

  test('invalidates the codes that were sent to the old phone', async () => {
    const { card_token } = (await user.browser.post('/vault/cards', { number: '2200701395954321' })).json()
    await user.browser.post(`/otp/send/user/${user.anna.userId}`, { purpose: 'card', card_token })
    const code = await api.codeSentTo(user.anna.phone)
    expect((await user.changeTo(newPhone())).statusCode).toBe(200)
    const card = await user.browser.post('/user/bank-card', { code, rest_id: user.anna.restaurantId, card_token })
    expect(card.json()).toMatchObject({ code: 'otp_expired' })
  })

  test('changes nothing with a code for another phone, and names the code that is wrong', async () => {
    const phone_number = newPhone()
    const code = await user.sentCode(phone_number)
    const other = await user.ownCode(newPhone())
    const rejected = await user.change({ phone_number, code, current_phone_code: other })
    expect(rejected.statusCode).toBe(410)
    expect(rejected.json()).toMatchObject({ errors: { current_phone_code: ['otp_expired'] } })
    const right = await user.ownCode(phone_number)
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
    expect((await user.change({ phone_number, code, current_phone_code: wrong })).json()).toMatchObject({
      code: 'otp_invalid',
      attempts_left: 4,
      errors: { current_phone_code: ['otp_invalid'] },
    })
    expect((await user.change({ phone_number, code, current_phone_code: right })).statusCode).toBe(200)
  })
})

test.each([
  ['is not changed', true],
  ['is not to be changed tomorrow', false],
])('%s by a late request of a session that ended with a recovery', async (_, hasProof) => {
  const phone_number = newPhone()
  const code = await user.sentCode(phone_number)
  const proof = hasProof ? { current_phone_code: await user.ownCode(phone_number) } : {}
  const { response } = await api.db.transaction().execute(async (trx) => {
    await setPasswordHash(trx, user.anna.userId, 'the hash of another password')
    await deleteUserSessions(trx, user.anna.userId)
    const response = user.change({ phone_number, code, ...proof })
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    return { response }
  })
  expect((await response).statusCode).toBe(401)
  expect(await findPhoneChange(api.db, user.anna.userId)).toBeUndefined()
  expect((await getUserRow(api.db, user.anna.userId)).phone).toBe(user.anna.phone)
})

test('is not changed by a delay that ends during a recovery, and neither fails', async () => {
  const phone_number = newPhone()
  const { a, b } = await granted()
  await user.change({ phone_number, code: await user.sentCode(phone_number) })
  await sql`update phone_change set due_at = now()`.execute(api.db)
  await rememberDevice(user.anna.userId)
  const { recovered, applied } = await api.db.transaction().execute(async (trx) => {
    await trx.selectFrom('device').select('id').where('user_id', '=', user.anna.userId).forUpdate().execute()
    const recovered = api.browser().post(`/user/password/change/${a}/${b}`, { password: 'tea and cherry 9' })
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    const applied = applyDuePhoneChanges(api)
    await expect.poll(() => lockWaits(api.db)).toBe(2)
    return { recovered, applied }
  })
  await applied
  expect((await recovered).statusCode).toBe(204)
  expect((await getUserRow(api.db, user.anna.userId)).phone).toBe(user.anna.phone)
})

async function granted(): Promise<{ a: string; b: string }> {
  const owner = api.browser()
  await owner.post('/otp/send/recovery', { phone_number: user.anna.phone })
  await expect.poll(async () => (await api.messagesTo(user.anna.phone)).at(-1)).toContain('для восстановления')
  const code = await api.codeSentTo(user.anna.phone)
  return (await owner.post('/user/password/request', { phone_number: user.anna.phone, code })).json()
}

async function rememberDevice(user_id: string): Promise<void> {
  await api.db
    .insertInto('device')
    .values({ token_hash: Buffer.alloc(32), user_id })
    .execute()
}

test('is rejected without the current password, without a code, and with a code of another phone', async () => {
  const phone_number = newPhone()
  const code = await user.sentCode(phone_number)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  expect((await user.change({ phone_number, code, current_password: 'wrong' })).json()).toMatchObject({
    errors: { current_password: ['wrong_password'] },
  })
  expect((await user.change({ phone_number, code: wrong })).json()).toMatchObject({
    code: 'otp_invalid',
    attempts_left: 4,
  })
  expect((await user.change({ phone_number: newPhone(), code })).json()).toMatchObject({ code: 'otp_expired' })
  expect((await user.change({ phone_number, code })).statusCode).toBe(200)
})

test('returns 409 for the phone of another user, only after a code to that phone', async () => {
  const boris = await api.createUser()
  expect((await user.change({ phone_number: boris.phone, code: '000000' })).json()).toMatchObject({
    code: 'otp_expired',
  })
  const response = await user.change({ phone_number: boris.phone, code: await user.sentCode(boris.phone) })
  expect(response.statusCode).toBe(409)
  expect(response.json()).toMatchObject({ code: 'phone_taken', errors: { phone_number: ['phone_taken'] } })
})

test('goes to one of two users who request it simultaneously', async () => {
  const boris = await api.createUser()
  const theirs = await api.signedIn(boris)
  const phone_number = newPhone()
  const code = await user.sentCode(phone_number)
  const current_phone_code = await user.ownCode(phone_number)
  await theirs.post(`/otp/send/user/${boris.userId}`, { purpose: 'phone', phone_number })
  const theirCode = await api.codeSentTo(boris.phone)
  const responses = await Promise.all([
    user.change({ phone_number, code, current_phone_code }),
    theirs.post('/user/phone', {
      phone_number,
      code,
      current_password: boris.password,
      current_phone_code: theirCode,
    }),
  ])
  expect(responses.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1)
})
