import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { lockWaits } from '../../db/testing/locks.ts'
import { from, sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { deleteUserSessions } from '../session/repository.ts'
import { hashTestPassword } from '../session/testing/test-password.ts'
import { getPasswordHash, setPasswordHash } from '../users/repository.ts'

const api = sharedApi()
let anna: TestUser
let browser: TestBrowser
let userCount = 0
beforeEach(async () => {
  userCount += 1
  anna = await api.createUser()
  browser = await api.signedIn(anna)
})

const login = (phoneNumber: string, password: string) =>
  api.browser().post('/login', { phoneNumber, password }, from(`10.0.${userCount}.1`))

describe('the password', () => {
  const change = (current_password: string, password = 'tea and cherry 9') =>
    browser.post('/user/password/change', { password, current_password })

  // spec: 9.24
  test('is changed with the current one; the other sessions end and this one continues', async () => {
    const other = await api.signedIn(anna)
    const response = await change(anna.password)
    expect(response.statusCode).toBe(204)
    expect(response.body).toBe('')
    expect((await browser.get('/user/balance')).statusCode).toBe(200)
    expect((await other.get('/user/balance')).statusCode).toBe(401)
    expect(await api.messagesTo(anna.phone)).toEqual([
      'Чаевые: пароль изменён. Не вы? localhost:3000/password/recovery',
    ])
    expect((await login(anna.phone, 'tea and cherry 9')).statusCode).toBe(200)
    expect((await login(anna.phone, anna.password)).statusCode).toBe(401)
  })

  test('is the same in composed and decomposed letters, as the current one and at sign-in', async () => {
    const password = 'Чайка Йошкар 77'
    expect((await change(anna.password, password.normalize('NFD'))).statusCode).toBe(204)
    for (const form of ['NFC', 'NFD'] as const) {
      expect((await login(anna.phone, password.normalize(form))).statusCode).toBe(200)
      expect((await change(password.normalize(form), password)).statusCode).toBe(204)
    }
  })

  test('renews the token of the session that changed it: the previous one signs no user in', async () => {
    const before = browser.token
    await change(anna.password)
    expect(browser.token).not.toBe(before)
    expect((await api.browser(before).get('/user/balance')).statusCode).toBe(401)
    expect((await browser.get('/user/sessions')).json().items).toMatchObject([{ current: true }])
  })

  test('stays as the owner has recovered it when a request of a session that ended with that comes late', async () => {
    const recovered = await hashTestPassword('tea and cherry 9')
    const { response } = await api.db.transaction().execute(async (trx) => {
      await setPasswordHash(trx, anna.userId, recovered)
      await deleteUserSessions(trx, anna.userId)
      const response = change(anna.password, 'kettle and violin')
      await expect.poll(() => lockWaits(api.db)).toBe(1)
      return { response }
    })
    expect((await response).statusCode).toBe(401)
    expect(await getPasswordHash(api.db, anna.userId)).toBe(recovered)
  })

  test('stays as long as the token of the session cannot be renewed', async () => {
    const before = await getPasswordHash(api.db, anna.userId)
    const { response } = await api.db.transaction().execute(async (trx) => {
      await trx.selectFrom('session').select('id').where('user_id', '=', anna.userId).forUpdate().execute()
      const response = change(anna.password)
      await expect.poll(() => lockWaits(api.db)).toBe(1)
      expect(await getPasswordHash(api.db, anna.userId)).toBe(before)
      return { response }
    })
    expect((await response).statusCode).toBe(204)
  })

  test('stays with a wrong current one, and so do the sessions', async () => {
    const other = await api.signedIn(anna)
    const response = await change('wrong')
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ code: 'wrong_password', errors: { current_password: ['wrong_password'] } })
    expect((await other.get('/user/balance')).statusCode).toBe(200)
    expect((await login(anna.phone, anna.password)).statusCode).toBe(200)
  })

  test('allows twenty guesses a day at an open browser', async () => {
    const statuses = []
    for (let quarter = 0; quarter < 5; quarter++) {
      for (let guess = 0; guess < 5; guess++) statuses.push((await change('wrong')).statusCode)
      await sql`update rate_limit set window_start = window_start - interval '16 minutes'
        where key like 'current-password:%' and key not like '%:day'`.execute(api.db)
    }
    expect(statuses.filter((status) => status === 422)).toHaveLength(20)
    expect((await change(anna.password)).json()).toMatchObject({ code: 'password_locked' })
  })

  test('is changed by its owner while a thief guesses in another session', async () => {
    const thief = await api.signedIn(anna)
    const guess = { password: 'tea and cherry 9', current_password: 'wrong' }
    for (let count = 0; count < 31; count++) await thief.post('/user/password/change', guess)
    expect((await change(anna.password)).statusCode).toBe(204)
  })

  test('allows five guesses in a row at an open browser, also when all are made simultaneously', async () => {
    const responses = await Promise.all(Array.from({ length: 8 }, () => change('wrong')))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([422, 422, 422, 422, 422, 429, 429, 429])
    const locked = await change(anna.password)
    expect(locked.json()).toMatchObject({ code: 'password_locked', retry_after: expect.any(Number) })
    expect(locked.headers['retry-after']).toBeDefined()
  })

  test.each([
    ['12345678', 'password_common'],
    ['abababab', 'password_predictable'],
    ['Anna-Smirnova', 'password_personal'],
  ])('rejects %s as weak: %s', async (password, reason) => {
    const response = await change(anna.password, password)
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ code: 'password_weak', errors: { password: [reason] } })
    expect((await login(anna.phone, anna.password)).statusCode).toBe(200)
  })
})

// spec: 9.26
test('returns the whole phone to its owner only', async () => {
  const boris = await api.signedIn(await api.createUser())
  const response = await browser.get('/user/phone')
  expect(response.json()).toEqual({ phone_number: anna.phone })
  expect(response.headers['cache-control']).toBe('no-store')
  expect((await boris.get('/user/phone')).json()).not.toEqual({ phone_number: anna.phone })
  expect((await api.browser().get('/user/phone')).statusCode).toBe(401)
})
