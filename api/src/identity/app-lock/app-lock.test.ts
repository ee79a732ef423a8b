import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { lockWaits } from '../../db/testing/locks.ts'
import { sharedApi, type TestBrowser, type TestUser } from '../../http/testing/test-api.ts'
import { readNewestSeq } from '../../messages/live/notify.ts'
import { earn } from '../../money/ledger/testing/test-ledger.ts'
import { createAuthenticator, registerPasskey } from '../passkeys/testing/authenticator.ts'
import { stopLocking } from './repository.ts'

const pin = '8253'

const api = sharedApi()
let anna: TestUser
let phone: TestBrowser
beforeEach(async () => {
  anna = await api.createUser()
  await earn(api.db, anna, 300)
  phone = await api.signedIn(anna)
})

async function lock(browser = phone, { after_minutes = 1 } = {}) {
  return await browser.post('/session/lock', { pin, after_minutes, current_password: anna.password })
}

/** Reports that the user has left, and lets the minutes pass. */
async function leave(minutes: number, browser = phone) {
  expect((await browser.post('/session/lock/leaving')).statusCode).toBe(204)
  await sql`
    update app_lock set locks_at = locks_at - make_interval(mins => ${minutes})
    where session_id in (select id from session where user_id = ${anna.userId})`.execute(api.db)
}

const personal = [
  '/session/bootstrap',
  '/user/profile',
  '/user/billing',
  '/user/balance',
  '/user/personal-data',
  '/events',
]

async function statuses(browser = phone) {
  const responses = await Promise.all(personal.slice(0, 5).map((url) => browser.get(url)))
  return [...new Set(responses.map(({ statusCode }) => statusCode))]
}

test('other pages of the session are told of its lock, and of its removal', async () => {
  const before = await readNewestSeq(api.db, anna.userId)
  await lock()
  expect(await readNewestSeq(api.db, anna.userId)).toBe(before + 1)
  const removal = await phone.post('/session/lock/removal', { current_password: anna.password })
  expect(removal.statusCode).toBe(204)
  expect(await readNewestSeq(api.db, anna.userId)).toBe(before + 2)
})

// spec: 8.60
test('a locked session gets no data of its user before the PIN, and all data after it', async () => {
  expect((await lock()).statusCode).toBe(204)
  expect(await statuses()).toEqual([200])
  await leave(1)
  expect(await statuses()).toEqual([423])
  expect((await phone.get('/events')).statusCode).toBe(423)
  expect((await phone.post('/user/password/change', {})).json().code).toBe('session_locked')
  expect((await phone.get('/session/lock')).json()).toEqual({
    digits: 4,
    after_minutes: 1,
    locked: true,
    has_passkeys: false,
  })
  expect((await phone.post('/session/lock/pin', { pin })).statusCode).toBe(204)
  expect(await statuses()).toEqual([200])
})

test('a user who returns in time need not unlock, and no other request counts as a return', async () => {
  await lock()
  await leave(0)
  expect((await phone.post('/session/lock/return')).statusCode).toBe(204)
  expect(await statuses()).toEqual([200])
  await leave(0)
  // A tab in the background sends a request.
  await phone.get('/user/balance')
  await leave(1)
  expect((await phone.post('/session/lock/return')).statusCode).toBe(423)
})

test('a return that was admitted before the lock closed does not open it', async () => {
  await lock()
  await leave(1)
  const sessions = await api.db.selectFrom('session').select('id').where('user_id', '=', anna.userId).execute()
  for (const { id } of sessions) await stopLocking(api.db, id)
  expect(await statuses()).toEqual([423])
})

test('a lock without minutes closes immediately', async () => {
  await lock(phone, { after_minutes: 0 })
  await leave(0)
  expect(await statuses()).toEqual([423])
})

test('a page that has ended without a report is locked after a quarter of an hour, and its requests do not unlock it', async () => {
  await lock()
  await sql`update session set last_seen_at = now() - interval '16 minutes' where user_id = ${anna.userId}`.execute(
    api.db,
  )
  expect(await statuses()).toEqual([423])
  expect(await statuses()).toEqual([423])
  await phone.post('/session/lock/pin', { pin })
  expect(await statuses()).toEqual([200])
})

test('other browsers of the user have no lock', async () => {
  const laptop = await api.signedIn(anna)
  await lock()
  await leave(1)
  expect(await statuses(laptop)).toEqual([200])
  expect((await laptop.get('/session/lock')).json()).toMatchObject({ digits: null, locked: false })
})

test('a PIN is the same in the digits of any script', async () => {
  await phone.post('/session/lock', { pin: '٨٢٥٣', after_minutes: 1, current_password: anna.password })
  for (const typed of ['8253', '８２５３', '٨٢٥٣']) {
    await leave(1)
    expect((await phone.post('/session/lock/pin', { pin: typed })).statusCode).toBe(204)
  }
})

// spec: 8.61
test('the fifth wrong PIN in a row ends the session, and a right PIN before it resets the count', async () => {
  await lock()
  await leave(1)
  const guess = (guessed: string) => phone.post('/session/lock/pin', { pin: guessed })
  for (const attempts_left of [4, 3, 2, 1])
    expect((await guess('0000')).json()).toMatchObject({ code: 'pin_invalid', attempts_left })
  expect((await guess(pin)).statusCode).toBe(204)
  await leave(1)
  for (let wrong = 0; wrong < 4; wrong++) await guess('0000')
  expect((await guess('0000')).statusCode).toBe(401)
  expect((await guess(pin)).statusCode).toBe(401)
  expect((await phone.get('/session/lock')).statusCode).toBe(401)
})

test('simultaneous guesses share the five attempts', async () => {
  await lock()
  await leave(1)
  const guesses = Array.from({ length: 12 }, (_, index) => phone.post('/session/lock/pin', { pin: `100${index % 10}` }))
  const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
  expect(codes.filter((status) => status === 422)).toHaveLength(4)
  expect((await phone.get('/session/lock')).statusCode).toBe(401)
})

// spec: 8.61
test('a passkey of the user opens the lock, and that of another user does not', async () => {
  const authenticator = createAuthenticator()
  await registerPasskey(api, { user: anna, browser: phone, device: authenticator })
  await lock()
  await leave(1)
  const borisDevice = createAuthenticator()
  const boris = await api.createUser()
  await registerPasskey(api, { user: boris, browser: await api.signedIn(boris), device: borisDevice })

  const options = async () => (await phone.post('/session/lock/passkey/options')).json()
  const wrong = await phone.post('/session/lock/passkey', { passkey: borisDevice.get(await options()) })
  expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'passkey_invalid'])
  expect(await statuses()).toEqual([423])
  const passkey = authenticator.get(await options())
  expect((await phone.post('/session/lock/passkey', { passkey })).statusCode).toBe(204)
  expect(await statuses()).toEqual([200])
  await leave(1)
  expect((await phone.post('/session/lock/passkey', { passkey })).json().code).toBe('passkey_expired')
})

test('the lock is set and removed only with the password', async () => {
  const wrong = await phone.post('/session/lock', { pin, after_minutes: 1, current_password: 'wrong' })
  expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'wrong_password'])
  await lock()
  expect((await phone.post('/session/lock/removal', { current_password: 'wrong' })).statusCode).toBe(422)
  expect((await phone.post('/session/lock/removal', { current_password: anna.password })).statusCode).toBe(204)
  await phone.post('/session/lock/leaving')
  expect((await phone.get('/session/bootstrap')).json().locks_after).toBeNull()
})

test.each(['0000', '1234', '654321', '123', '1234567', '12a4'])('%s is no PIN', async (weak) => {
  const body = { pin: weak, after_minutes: 1, current_password: anna.password }
  expect((await phone.post('/session/lock', body)).statusCode).toBe(400)
})

test('neither the PIN nor its hash is logged or shown, and the lock ends with the session', async () => {
  await lock()
  await leave(1)
  await phone.post('/session/lock/pin', { pin })
  const { pin_hash } = await api.db.selectFrom('app_lock').select('pin_hash').executeTakeFirstOrThrow()
  expect(pin_hash).toMatch(/^\$argon2id\$/)
  expect(api.logs.join()).not.toContain(`"pin":"${pin}"`)
  await phone.post('/logout')
  const mine = api.db.selectFrom('app_lock as l').innerJoin('session as s', 's.id', 'l.session_id')
  expect(await mine.select('l.digits').where('s.user_id', '=', anna.userId).execute()).toEqual([])
})

test('unlocking by a passkey and ending the session from another device at the same moment both succeed', async () => {
  const authenticator = createAuthenticator()
  const { id } = await registerPasskey(api, { user: anna, browser: phone, device: authenticator })
  await lock()
  await leave(1)
  const passkey = authenticator.get((await phone.post('/session/lock/passkey/options')).json())
  const other = await api.signedIn(anna)
  const { opened, ended } = await api.db.transaction().execute(async (trx) => {
    await trx.selectFrom('passkey').select('id').where('id', '=', id).forUpdate().execute()
    const opened = phone.post('/session/lock/passkey', { passkey })
    await expect.poll(() => lockWaits(api.db)).toBe(1)
    const ended = other.delete('/user/sessions')
    await expect.poll(() => lockWaits(api.db)).toBe(2)
    return { opened, ended }
  })
  expect((await opened).statusCode).toBe(204)
  expect((await ended).statusCode).toBe(204)
  expect(await statuses()).toEqual([401])
})
