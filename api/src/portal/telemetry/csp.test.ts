import { beforeAll, expect, test } from 'vitest'
import { sharedApi } from '../../http/testing/test-api.ts'
import { cspFaults } from './csp-report.ts'
import { addLiveReleases } from './live-releases.ts'

const origin = 'https://tips.example'
const script = `${origin}/releases/mfe-tips/t1/tips.js`

const legacy = (change: object = {}) => ({
  'csp-report': {
    'document-uri': `${origin}/settings/cards/7/edit?x=1`,
    referrer: '',
    'violated-directive': 'img-src',
    'effective-directive': 'img-src',
    'original-policy': "default-src 'none'",
    disposition: 'enforce',
    'blocked-uri': 'https://evil.example/pixel.png?phone=79161234567',
    'source-file': script,
    'line-number': 3,
    ...change,
  },
})

const modern = (change: object = {}) => ({
  type: 'csp-violation',
  age: 10,
  url: `${origin}/`,
  user_agent: 'Chrome',
  body: {
    documentURL: `${origin}/`,
    effectiveDirective: 'script-src-elem',
    blockedURL: 'inline',
    sourceFile: script,
    disposition: 'enforce',
    ...change,
  },
})

test.each<[string, unknown, object]>([
  [
    'an image of another site',
    legacy(),
    { remote: 'mfe-tips', version: 't1', name: 'img-src', message: 'Blocked: https://evil.example' },
  ],
  [
    'an inline script',
    [modern()],
    { remote: 'mfe-tips', version: 't1', name: 'script-src-elem', message: 'Blocked: inline' },
  ],
  [
    'a script of an unknown release',
    legacy({ 'source-file': '', 'blocked-uri': `${origin}/releases/mfe-payouts/p1/x.js` }),
    { remote: 'mfe-payouts', version: 'p1', message: `Blocked: ${origin}` },
  ],
  [
    'a script of the shell, whose address has no version',
    [modern({ sourceFile: `${origin}/releases/shell/8556c4b6d2f0/main.js` })],
    { remote: 'shell', version: 'unknown' },
  ],
  ['something in the page itself', [modern({ sourceFile: null })], { remote: 'shell', version: 'unknown' }],
  ['a directive with its sources', legacy({ 'effective-directive': "script-src 'self'" }), { name: 'script-src' }],
])('%s is a fault of its release', (_, report, fault) => {
  expect(cspFaults(report, origin)).toEqual([expect.objectContaining({ kind: 'csp', ...fault })])
})

test.each<[string, unknown]>([
  ['a page of another site', legacy({ 'document-uri': 'https://evil.example/' })],
  ['an extension', legacy({ 'source-file': 'chrome-extension://abc/content.js' })],
  ['an extension of Safari', [modern({ sourceFile: 'safari-web-extension://abc/content.js' })]],
  ['something injected by an extension', legacy({ 'source-file': '', 'blocked-uri': 'moz-extension' })],
  ['another report', [{ type: 'deprecation', body: { id: 'x' } }]],
  ['no report', { hello: 'world' }],
  ['nothing', null],
])('%s reports no fault', (_, report) => {
  expect(cspFaults(report, origin)).toEqual([])
})

const api = sharedApi({ env: { PORTAL_ORIGIN: origin } })
let session: string
beforeAll(async () => {
  session = String((await api.signedIn(await api.createUser({ phone: '+79160000001' }))).token)
  await addLiveReleases(api.db, [{ remote: 'mfe-tips', version: 't1' }])
})

function post(payload: object, headers: Record<string, string>, url = '/telemetry/csp') {
  const cookies = { '__Host-session': session }
  return api.app.inject({ method: 'POST', url: `/api/v1${url}`, headers, cookies, payload: JSON.stringify(payload) })
}

async function violations(): Promise<number> {
  const headers = { authorization: `Bearer ${api.settings.serviceToken}` }
  const { items } = (await api.app.inject({ url: '/api/v1/telemetry/releases', headers })).json()
  return items.reduce((sum: number, item: { csp_violations: number }) => sum + item.csp_violations, 0)
}

test('both formats of browsers are accepted, and reports for another site are rejected', async () => {
  const old = { 'content-type': 'application/csp-report' }
  const reporting = { 'content-type': 'application/reports+json' }
  expect((await post(legacy(), { ...old, 'sec-fetch-site': 'same-origin', origin })).statusCode).toBe(204)
  expect((await post([modern(), modern()], reporting)).statusCode).toBe(204)
  expect(await violations()).toBe(3)

  expect((await post(legacy(), { ...old, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  expect((await post(legacy(), old)).statusCode).toBe(403)
  expect((await post([modern()], { ...reporting, origin: 'https://evil.example' })).statusCode).toBe(403)
  expect(await violations()).toBe(3)
})

test('no other route accepts the media types of reports', async () => {
  const body = { phoneNumber: '+79160000001', password: 'x' }
  for (const type of ['application/csp-report', 'application/reports+json']) {
    expect((await post(body, { 'content-type': type }, '/login')).statusCode).toBe(403)
    const own = { 'content-type': type, 'sec-fetch-site': 'same-origin' }
    expect((await post(body, own, '/login')).statusCode).toBe(415)
  }
})
