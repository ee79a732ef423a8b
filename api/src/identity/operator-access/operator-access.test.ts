import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@portal/contracts/endpoint'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { sharedApi, type TestUser } from '../../http/testing/test-api.ts'
import { createAuthenticator, registerPasskey } from '../passkeys/testing/authenticator.ts'
import { createOperatorAccount, grantOperator, type OperatorAccount } from './testing/operator-account.ts'

const api = sharedApi()
let anna: TestUser
let account: OperatorAccount
beforeAll(async () => {
  anna = await api.createUser()
  account = await createOperatorAccount(api)
})

const block = () => ({ method: 'POST' as const, path: `/admin/users/${anna.userId}/block`, body: { reason: 'Просит' } })
const isBlocked = async () =>
  (await api.operator().get(`/users/${anna.userId}`)).json<{ blocked_at: string | null }>().blocked_at !== null
const unblock = () => api.operator().post(`/users/${anna.userId}/unblock`, { reason: 'Проверка' })
const answer = async (response: ReturnType<OperatorAccount['send']>) => {
  const { statusCode, body } = await response
  return [statusCode, body && JSON.parse(body).code]
}

// spec: 9.91
test('a session reads for an hour after its passkey, and only this session', async () => {
  const operator = await createOperatorAccount(api)
  const read = () => answer(operator.browser.get('/admin/restaurants'))
  expect(await read()).toEqual([428, 'passkey_required'])
  expect((await operator.openReads()).statusCode).toBe(204)
  expect((await read())[0]).toBe(200)
  const other = await api.signedIn(operator.user)
  expect((await other.get('/admin/restaurants')).statusCode).toBe(428)
  await sql`update session set operator_until = operator_until - interval '1 hour'`.execute(api.db)
  expect((await read())[0]).toBe(428)
})

// spec: 9.91
test('without a passkey the right opens no endpoint of operators', async () => {
  const { browser } = await createOperatorAccount(api)
  const { paths } = (await api.app.inject('/api/v1/openapi.json')).json<{ paths: Record<string, object> }>()
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() as Endpoint['method'] })),
  )
  const admin = calls.filter(({ path }) => path.startsWith('/admin/') && path !== '/admin/confirmations')
  expect(admin.length).toBeGreaterThan(30)
  for (const { path, method } of admin) {
    const url = path.replace(/\{\w+\}/g, anna.userId)
    for (const headers of [{}, { 'x-dry-run': '1' }]) {
      expect([method, path, (await browser.send(method, url, { headers })).statusCode]).toEqual([method, path, 428])
    }
  }
})

// spec: 9.92
test('a change with its signature is made, once, by the account, and opens reads', async () => {
  const { name, browser, send, sign } = await createOperatorAccount(api)
  const passkey = await sign(block())
  const responses = await Promise.all([send(block(), passkey), send(block(), passkey)])
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 410])
  expect(await isBlocked()).toBe(true)
  const lines = (await browser.get(`/admin/audit?actor=${name}`)).json().items
  expect(lines).toMatchObject([{ action: 'user_blocked', actor: { type: 'operator', id: name } }])
  await unblock()
  expect(await answer(send(block(), passkey))).toEqual([410, 'passkey_expired'])
})

describe('a change is not made', () => {
  // spec: 9.92
  test.each<[string, () => object]>([
    ['another body', () => ({ body: { reason: 'Другое' } })],
    ['another user', () => ({ path: `/admin/users/${account.user.userId}/block` })],
    ['the opposite', () => ({ path: `/admin/users/${anna.userId}/unblock` })],
    ['another method', () => ({ method: 'PATCH' })],
    ['the opening of reads', () => ({ path: '/admin/access', body: {} })],
  ])('with a signature of %s', async (_, other) => {
    const passkey = await account.sign({ ...block(), ...other() })
    expect(await answer(account.send(block(), passkey))).toEqual([410, 'passkey_expired'])
    expect(await isBlocked()).toBe(false)
  })

  test('with a signature of another session or another operator', async () => {
    const elsewhere = await account.sign(block(), await api.signedIn(account.user))
    const theirs = await (await createOperatorAccount(api)).sign(block())
    for (const passkey of [elsewhere, theirs])
      expect(await answer(account.send(block(), passkey))).toEqual([410, 'passkey_expired'])
    expect(await isBlocked()).toBe(false)
  })

  test('with a signature without the finger of the user, or something else than a signature', async () => {
    const options = (await account.browser.post('/admin/confirmations', block())).json()
    const passkey = account.device.get(options, { userVerified: false })
    expect(await answer(account.send(block(), passkey))).toEqual([422, 'passkey_invalid'])
    const { method, path, body } = block()
    for (const header of ['', '{', '{"id":"x"}', 'x'.repeat(4_000)]) {
      const response = account.browser.send(method, path, { payload: body, headers: { 'x-passkey': header } })
      expect(await answer(response)).toEqual([400, 'malformed'])
    }
    expect(await isBlocked()).toBe(false)
  })

  test('from a page of another site, with a signature or with a wrong token', async () => {
    const { method, path, body } = block()
    const passkey = await account.sign(block())
    const send = (headers: Record<string, string>) => account.browser.send(method, path, { payload: body, headers })
    const foreign = { 'sec-fetch-site': 'cross-site', 'x-passkey': JSON.stringify(passkey) }
    expect(await answer(send(foreign))).toEqual([403, 'foreign_origin'])
    expect(await answer(send({ ...foreign, authorization: 'Basic b2xnYTpvbGdh' }))).toEqual([403, 'foreign_origin'])
    expect(await answer(send({ ...foreign, authorization: 'Bearer olga' }))).toEqual([401, 'unauthorized'])
    expect(await isBlocked()).toBe(false)
  })

  test('by a session whose right is revoked, that is locked, or of a blocked user', async () => {
    const operator = await createOperatorAccount(api)
    await operator.openReads()
    const decide = (what: string) =>
      api.operator().post(`/users/${operator.user.userId}/${what}`, { reason: 'Проверка', right: 'operator' })
    const attempts = async (passkey: Awaited<ReturnType<OperatorAccount['sign']>>) => [
      ...(await answer(operator.browser.get('/admin/restaurants'))),
      ...(await answer(operator.send(block(), passkey))),
    ]
    const passkeys = [await operator.sign(block()), await operator.sign(block()), await operator.sign(block())] as const
    await sql`insert into app_lock (session_id, pin_hash, digits, after_minutes, locks_at)
      select id, '', 4, 0, now() from session where user_id = ${operator.user.userId}`.execute(api.db)
    expect(await attempts(passkeys[0])).toEqual([423, 'session_locked', 423, 'session_locked'])
    await sql`delete from app_lock`.execute(api.db)
    await decide('rights/revoke')
    expect(await attempts(passkeys[1])).toEqual([403, 'forbidden', 403, 'forbidden'])
    await grantOperator(api, operator.user)
    expect((await operator.browser.get('/admin/restaurants')).statusCode).toBe(428)
    await api.operator().post(`/users/${operator.user.userId}/block`, { reason: 'Проверка' })
    expect(await attempts(passkeys[2])).toEqual([401, 'account_disabled', 401, 'account_disabled'])
    expect(await isBlocked()).toBe(false)
  })
})

describe('the passkeys of an operator', () => {
  // spec: 9.93
  test('are those that the account had when two operators granted the right', async () => {
    const { user, browser, send } = await createOperatorAccount(api)
    const late = createAuthenticator()
    await registerPasskey(api, { user, browser, device: late })
    const options = (await browser.post('/admin/confirmations', block())).json()
    expect(options.allowCredentials).toHaveLength(1)
    expect(await answer(send(block(), late.get(options)))).toEqual([422, 'passkey_invalid'])
    await grantOperator(api, user)
    const later = (await browser.post('/admin/confirmations', block())).json()
    expect((await send(block(), late.get(later))).statusCode).toBe(204)
    await unblock()
  })

  // spec: 9.93
  test('are needed for the right, which one operator only proposes', async () => {
    const boris = await api.createUser()
    const browser = await api.signedIn(boris)
    const body = { right: 'operator', reason: 'Ведёт поддержку' }
    const grant = () => api.operator().post(`/users/${boris.userId}/rights/grant`, body)
    expect(await answer(grant())).toEqual([409, 'no_passkeys'])
    await registerPasskey(api, { user: boris, browser, device: createAuthenticator() })
    expect((await grant()).statusCode).toBe(202)
    expect((await grant()).statusCode).toBe(202)
    expect(await answer(browser.post('/admin/confirmations', block()))).toEqual([403, 'forbidden'])
    // A passkey that a thief adds between the two requests is not accepted unseen.
    await registerPasskey(api, { user: boris, browser, device: createAuthenticator() })
    expect((await api.secondOperator().post(`/users/${boris.userId}/rights/grant`, body)).statusCode).toBe(202)
    expect((await grant()).statusCode).toBe(204)
  })
})

// spec: 9.92
test('a dry run needs no signature, shows the result and changes nothing', async () => {
  const { browser, openReads } = await createOperatorAccount(api)
  await openReads()
  const { method, path, body } = block()
  const dryRun = (value: string) => browser.send(method, path, { payload: body, headers: { 'x-dry-run': value } })
  expect((await dryRun('1')).statusCode).toBe(204)
  for (const value of ['0', 'true', '1, 1']) expect(await answer(dryRun(value))).toEqual([428, 'passkey_required'])
  expect(await isBlocked()).toBe(false)
})

describe('dry runs of a session', () => {
  const startDryRun = ({ browser }: OperatorAccount, { method, path, body } = block()) =>
    browser.send(method, path, { payload: body, headers: { 'x-dry-run': '1' } })
  const useUp = async (what: string, id: string, left: number, max: number) =>
    await sql`insert into rate_limit (key, window_start, hits) values (${`${what}:${id}`}, now(), ${max - left})
      on conflict (key) do update set hits = excluded.hits, window_start = excluded.window_start`.execute(api.db)

  // spec: 9.91
  test('are limited by the hour, and the audit trail has each', async () => {
    const operator = await createOperatorAccount(api)
    await operator.openReads()
    await useUp('operator:dry-run', operator.user.userId, 1, 60)
    expect((await startDryRun(operator)).statusCode).toBe(204)
    expect(await answer(startDryRun(operator))).toEqual([429, 'too_often'])
    const { items } = (await api.operator().get(`/audit?subject=${operator.user.userId}`)).json()
    const actor = { type: 'operator', id: operator.name }
    expect(items.slice(0, 2)).toMatchObject([
      { action: 'dry_run', actor, after: { method: 'POST', path: block().path } },
      { action: 'operator_access_opened', actor },
    ])
  })

  test('of an import are limited by their lines', async () => {
    const operator = await createOperatorAccount(api)
    await operator.openReads()
    const rows = Array.from({ length: 101 }, (_, index) => ({ line: index + 1, name: 'Анна', phone: '1' }))
    const path = `/admin/restaurants/${anna.restaurantId}/import`
    const startImport = () => startDryRun(operator, { method: 'POST', path, body: { rows } as never })
    await useUp('operator:import', operator.user.userId, 3, 30)
    expect((await startImport()).statusCode).toBe(200)
    expect(await answer(startImport())).toEqual([429, 'too_often'])
  })

  test('that call a provider need a signature, which confirms nothing else', async () => {
    const operator = await createOperatorAccount(api)
    await operator.openReads()
    const ask = { method: 'POST' as const, path: `/admin/payouts/${randomUUID()}/ask`, body: {} }
    const passkey = JSON.stringify(await operator.sign(ask))
    const send = (headers: object) =>
      operator.browser.send(ask.method, ask.path, { payload: ask.body, headers: { 'x-dry-run': '1', ...headers } })
    expect(await answer(send({}))).toEqual([428, 'passkey_required'])
    expect(await answer(send({ 'x-passkey': passkey }))).toEqual([404, 'not_found'])
    expect(await answer(operator.send(ask, JSON.parse(passkey)))).toEqual([410, 'passkey_expired'])
  })
})

test('a session without the passkey uses up no budget of the operator', async () => {
  const operator = await createOperatorAccount(api)
  const stolen = await api.signedIn(operator.user)
  const { method, path, body } = block()
  const passkey = JSON.stringify(await operator.sign(block(), stolen))
  await Promise.all(
    Array.from({ length: 121 }, async () => {
      await stolen.post('/admin/confirmations', block())
      await stolen.send(method, `${path}x`, { payload: body, headers: { 'x-passkey': passkey } })
    }),
  )
  expect((await stolen.post('/admin/confirmations', block())).statusCode).toBe(429)
  expect((await operator.send(block())).statusCode).toBe(204)
  await unblock()
})

// spec: 9.94
test('an account is one of two operators, and never both', async () => {
  const { name, send, openReads } = await createOperatorAccount(api)
  const share = (fee_share: number) => ({
    method: 'PATCH' as const,
    path: `/admin/restaurants/${anna.restaurantId}`,
    body: { fee_share, reason: 'Договор № 7' },
  })
  const first = await send(share(30))
  expect([first.statusCode, first.json().proposed_by]).toEqual([202, name])
  expect((await send(share(30))).statusCode).toBe(202)
  const byToken = ({ path, body }: ReturnType<typeof share>) => api.operator().patch(path.replace('/admin', ''), body)
  expect((await byToken(share(30))).json()).toMatchObject({ fee_share: 30 })
  await byToken(share(40))
  expect((await openReads()).statusCode).toBe(204)
  expect((await send(share(40))).json()).toMatchObject({ fee_share: 40 })
})

// spec: 9.94
test('an operator gives nothing to the own account', async () => {
  const { user, send } = await createOperatorAccount(api)
  const reason = 'Проверка'
  const calls: [method: 'POST' | 'PATCH', path: string, body: object][] = [
    ['PATCH', `employees/${user.id}`, { external_id: 'w-7' }],
    ['POST', `employees/${user.id}/reinstate`, { reason }],
    ['POST', `users/${user.userId}/rights/grant`, { right: 'releases', reason }],
    ['POST', `restaurants/${anna.restaurantId}/invitations`, { phone: user.phone, external_id: 'w-7' }],
  ]
  for (const [method, path, body] of calls)
    expect([path, ...(await answer(send({ method, path: `/admin/${path}`, body })))]).toEqual([
      path,
      409,
      'own_account',
    ])
})

test('no log has the phone that was looked for, or a signature', async () => {
  const { browser, sign, send, openReads } = await createOperatorAccount(api)
  await openReads()
  const found = await browser.post('/admin/users/search', { phone: anna.phone })
  expect(found.json().items).toMatchObject([{ id: anna.userId }])
  const passkey = await sign(block())
  await send({ ...block(), path: `/admin/users/${randomUUID()}/block` }, passkey)
  const log = api.logs.join()
  for (const secret of [anna.phone, anna.phone.slice(1), passkey.signature]) expect(log).not.toContain(secret)
})
