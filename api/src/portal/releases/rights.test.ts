import type { PasskeyAssertion } from '@portal/contracts/passkey-assertion'
import { Right } from '@portal/contracts/right'
import { describe, expect, test } from 'vitest'
import { sharedApi } from '../../http/testing/test-api.ts'
import { createAuthenticator, registerPasskey } from '../../identity/passkeys/testing/authenticator.ts'

const api = sharedApi()

const change = { sequence: 7, name: 'mfe-tips', kind: 'rollback', version: '3f2a91c04be7' }
type Change = Omit<typeof change, 'kind'> & { kind: string; percent?: number }

async function userWithBrowser() {
  const anna = await api.createUser()
  const browser = await api.signedIn(anna)
  const device = createAuthenticator()
  await registerPasskey(api, { user: anna, browser, device })
  const decide = (what: 'grant' | 'revoke', reason = 'Выпускает раздел «Чаевые»') =>
    api.operator().post(`/users/${anna.userId}/rights/${what}`, { right: 'releases', reason })
  const bootstrapRights = async () => (await browser.get('/session/bootstrap')).json().rights
  /** Has the passkey sign a change. Returns what it has signed. */
  const sign = async (signed: Change = change, theirs = browser): Promise<PasskeyAssertion> =>
    device.get((await theirs.post('/user/release-changes/confirmation', signed)).json())
  const request = async (requested: Change = change, passkey?: PasskeyAssertion) =>
    browser.post('/user/release-changes', { ...requested, passkey: passkey ?? (await sign(requested)) })
  return { anna, browser, device, decide, bootstrapRights, sign, request }
}

const trail = (subject: string) =>
  api.db.selectFrom('audit_event').selectAll().where('subject_id', '=', subject).orderBy('id').execute()

// spec: 9.70
test('an account has the right from the request after it was granted until it is revoked, also in a session that is open', async () => {
  const { anna, browser, decide, bootstrapRights, sign, request } = await userWithBrowser()
  const begin = () => browser.post('/user/release-changes/confirmation', change)
  expect(await bootstrapRights()).toEqual([])
  expect((await begin()).statusCode).toBe(403)

  expect((await decide('grant')).statusCode).toBe(204)
  expect(await bootstrapRights()).toEqual(['releases'])
  expect((await browser.get('/user/rights')).json().rights).toEqual(['releases'])
  expect((await request()).statusCode).toBe(200)

  const signed = await sign()
  expect((await decide('revoke')).statusCode).toBe(204)
  expect(await bootstrapRights()).toEqual([])
  expect((await begin()).statusCode).toBe(403)
  expect((await request(change, signed)).statusCode).toBe(403)
  const rights = (await trail(anna.userId)).filter(({ action }) => action.startsWith('right_'))
  expect(rights.map(({ action, actor, before, after }) => [action, actor, before, after])).toEqual([
    ['right_granted', 'ivan', { rights: [] }, { rights: ['releases'] }],
    ['right_revoked', 'ivan', { rights: ['releases'] }, { rights: [] }],
  ])
})

test('a right that is granted twice is one, with one line in the audit trail', async () => {
  const { anna, decide, bootstrapRights } = await userWithBrowser()
  await Promise.all([decide('grant'), decide('grant')])
  expect(await bootstrapRights()).toEqual(['releases'])
  expect((await trail(anna.userId)).filter(({ action }) => action === 'right_granted')).toHaveLength(1)
})

test('an account may have every right', async () => {
  const { anna, bootstrapRights } = await userWithBrowser()
  for (const right of Right.options) {
    const body = { right, reason: 'Отвечает за портал' }
    // The second confirms what needs two operators, and finds the other rights granted.
    for (const operator of [api.operator(), api.secondOperator()])
      expect((await operator.post(`/users/${anna.userId}/rights/grant`, body)).statusCode).toBeOneOf([202, 204])
  }
  expect(await bootstrapRights()).toEqual(Right.options)
})

test.each([
  ['an unknown right', { right: 'everything', reason: 'Надо' }, 400],
  ['no reason', { right: 'releases' }, 400],
])('rejects %s', async (_, body, status) => {
  const { anna } = await userWithBrowser()
  expect((await api.operator().post(`/users/${anna.userId}/rights/grant`, body)).statusCode).toBe(status)
})

// spec: 9.72
test('a change of releases is in the audit trail with the user, the release and what is to be live', async () => {
  const { anna, decide, request } = await userWithBrowser()
  await decide('grant')
  const name = 'mfe-audited'
  expect((await request({ ...change, name })).json()).toEqual({
    name: expect.stringContaining(' '),
  })
  expect(await trail(name)).toMatchObject([
    {
      action: 'release_change_requested',
      actor_type: 'user',
      actor: anna.userId,
      subject_type: 'release',
      after: { sequence: 7, kind: 'rollback', version: '3f2a91c04be7' },
    },
  ])
})

describe('a change of releases needs the passkey of the user, for exactly this change:', () => {
  async function admin() {
    const user = await userWithBrowser()
    await user.decide('grant')
    return user
  }

  // spec: 9.72
  test.each<[string, Partial<Change>]>([
    ['another release', { version: '90ce51d07a1b' }],
    ['another package', { name: 'mfe-payouts' }],
    ['another kind', { kind: 'promote' }],
    ['another registry', { sequence: 8 }],
    ['another share', { kind: 'canary', percent: 50 }],
  ])('a signature for %s confirms nothing', async (_, other) => {
    const { sign, request } = await admin()
    const requested = other.kind === 'canary' ? { ...change, kind: 'canary', percent: 5 } : change
    const response = await request(requested, await sign({ ...change, ...other }))
    expect([response.statusCode, response.json().code]).toEqual([410, 'passkey_expired'])
    expect((await request(requested)).statusCode).toBe(200)
  })

  test('a signature counts once, also of two requests at a time', async () => {
    const { sign, request } = await admin()
    const signed = await sign()
    const responses = await Promise.all([request(change, signed), request(change, signed)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 410])
    expect((await request(change, signed)).statusCode).toBe(410)
  })

  test('a signature of another session, or of another user, confirms nothing', async () => {
    const { anna, sign, request } = await admin()
    expect((await request(change, await sign(change, await api.signedIn(anna)))).statusCode).toBe(410)
    const other = await admin()
    expect((await request(change, await other.sign())).statusCode).toBe(410)
  })

  test('a signature without the finger of the user confirms nothing', async () => {
    const { browser, device, request } = await admin()
    const options = (await browser.post('/user/release-changes/confirmation', change)).json()
    const response = await request(change, device.get(options, { userVerified: false }))
    expect([response.statusCode, response.json().code]).toEqual([422, 'passkey_invalid'])
  })

  test('a session without a signature, and a user without a passkey, change nothing', async () => {
    const { browser } = await admin()
    expect((await browser.post('/user/release-changes', change)).statusCode).toBe(400)
    const boris = await api.createUser()
    const theirs = await api.signedIn(boris)
    await api.operator().post(`/users/${boris.userId}/rights/grant`, { right: 'releases', reason: 'Выпускает раздел' })
    const response = await theirs.post('/user/release-changes/confirmation', change)
    expect([response.statusCode, response.json().code]).toEqual([409, 'no_passkeys'])
  })
})

test.each([
  ['a canary without a percentage', { kind: 'canary' }],
  ['a rollback with one', { percent: 5 }],
  ['a canary of everybody', { kind: 'canary', percent: 100 }],
  ['the name of a folder above', { name: '../mfe-tips' }],
  ['a version that is a path', { version: '../../secret' }],
])('rejects %s', async (_, part) => {
  const { browser, decide } = await userWithBrowser()
  await decide('grant')
  expect((await browser.post('/user/release-changes/confirmation', { ...change, ...part })).statusCode).toBe(400)
})

test('more than sixty changes in an hour are rejected', async () => {
  const { decide, sign, request } = await userWithBrowser()
  await decide('grant')
  const signed = await sign()
  const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await request(change, signed)).statusCode))
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})
