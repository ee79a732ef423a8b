import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../http/testing.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const change = { sequence: 7, name: 'mfe-tips', kind: 'rollback', version: '3f2a91c04be7' }

async function personWithBrowser() {
  const anna = await api.person()
  const browser = await api.signedIn(anna)
  const decide = (what: 'grant' | 'revoke', reason = 'Выпускает раздел «Чаевые»') =>
    api.operator().post(`/users/${anna.userId}/rights/${what}`, { right: 'releases', reason })
  const rightsOfPage = async () => (await browser.get('/session/bootstrap')).json().rights
  return { anna, browser, decide, rightsOfPage }
}

const trail = (subject: string) =>
  api.db.selectFrom('audit_event').selectAll().where('subject_id', '=', subject).orderBy('id').execute()

// spec: 9.70
test('an account has the right from the request after it was granted until it is revoked, also in a session that is open', async () => {
  const { anna, browser, decide, rightsOfPage } = await personWithBrowser()
  const request = () => browser.post('/user/release-changes', change)
  expect(await rightsOfPage()).toEqual([])
  expect((await request()).statusCode).toBe(403)

  expect((await decide('grant')).statusCode).toBe(204)
  expect(await rightsOfPage()).toEqual(['releases'])
  expect((await browser.get('/user/rights')).json().rights).toEqual(['releases'])
  expect((await request()).statusCode).toBe(200)

  expect((await decide('revoke')).statusCode).toBe(204)
  expect(await rightsOfPage()).toEqual([])
  expect((await request()).statusCode).toBe(403)
  expect((await trail(anna.userId)).map(({ action, actor, before, after }) => [action, actor, before, after])).toEqual([
    ['right_granted', 'ivan', { rights: [] }, { rights: ['releases'] }],
    ['right_revoked', 'ivan', { rights: ['releases'] }, { rights: [] }],
  ])
})

test('a right that is granted twice is one, with one line in the audit trail', async () => {
  const { anna, decide, rightsOfPage } = await personWithBrowser()
  await Promise.all([decide('grant'), decide('grant')])
  expect(await rightsOfPage()).toEqual(['releases'])
  expect(await trail(anna.userId)).toHaveLength(1)
})

test.each([
  ['an unknown right', { right: 'everything', reason: 'Надо' }, 400],
  ['no reason', { right: 'releases' }, 400],
])('rejects %s', async (_, body, status) => {
  const { anna } = await personWithBrowser()
  expect((await api.operator().post(`/users/${anna.userId}/rights/grant`, body)).statusCode).toBe(status)
})

// spec: 9.72
test('a change of releases is in the audit trail with the user, the release and what is to be live', async () => {
  const { anna, browser, decide } = await personWithBrowser()
  await decide('grant')
  const name = 'mfe-audited'
  expect((await browser.post('/user/release-changes', { ...change, name })).json()).toEqual({
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

test.each([
  ['a canary without a percentage', { kind: 'canary' }],
  ['a rollback with one', { percent: 5 }],
  ['a canary of everybody', { kind: 'canary', percent: 100 }],
  ['the name of a folder above', { name: '../mfe-tips' }],
  ['a version that is a path', { version: '../../secret' }],
])('rejects %s', async (_, part) => {
  const { browser, decide } = await personWithBrowser()
  await decide('grant')
  expect((await browser.post('/user/release-changes', { ...change, ...part })).statusCode).toBe(400)
})

test('rejects more changes than sixty an hour', async () => {
  const { browser, decide } = await personWithBrowser()
  await decide('grant')
  const statuses = await Promise.all(
    Array.from({ length: 61 }, async () => (await browser.post('/user/release-changes', change)).statusCode),
  )
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})
