import { expect, test } from 'vitest'
import { eachWithReleases, open, portal } from '../testing/portal.ts'

eachWithReleases()

const script = 'https://yookassa.ru/payouts-data/3.1.0/widget.js'
const publicSettings = () => ({ sandbox_bank: false, card_form: { provider: 'yookassa', script } }) as const
const path = '/cards/card-form/yookassa'

type Headers = Record<string, unknown>
const policyHeader = ({ headers }: { headers: Headers }) =>
  String(headers['content-security-policy']).replaceAll(/'nonce-[^']+'/g, "'nonce-…'")

// spec: 2.125
test('the document of a provider’s form lets the provider’s origin in, and its script reaches nothing of the portal', async () => {
  const page = await open(await portal({ publicSettings }), path)
  expect(page.statusCode).toBe(200)
  expect(policyHeader(page).split(';')).toEqual([
    "default-src 'none'",
    "script-src 'nonce-…' https://yookassa.ru",
    "style-src 'self'",
    "img-src 'self'",
    'connect-src https://yookassa.ru',
    'frame-src https://yookassa.ru',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    'sandbox allow-scripts allow-same-origin allow-forms',
    'report-uri /api/v1/telemetry/csp',
  ])
  expect(page.headers).toMatchObject({
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  })
})

// spec: 2.125
test('no other page has anything of the provider in its policy', async () => {
  const [plain, withForm] = [await portal(), await portal({ publicSettings })]
  for (const other of ['/', '/login', '/settings/cards/add', '/cards/card-form', '/cards/card-form/', '/nowhere']) {
    const policies = [policyHeader(await open(plain, other)), policyHeader(await open(withForm, other))]
    expect([other, policies[1]]).toEqual([other, policies[0]])
    expect(policies[1]).not.toContain('yookassa')
  }
})

test('the document runs no script of the shell or of a remote, and each of its scripts has the nonce of its response', async () => {
  const server = await portal({ publicSettings })
  const page = await open(server, path)
  const next = await open(server, path)
  const parseNonce = ({ headers }: { headers: Headers }): string | undefined =>
    /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
  const scripts = [...page.body.matchAll(/<script([^>]*)>/g)].map((match) => match[1])
  expect(scripts).toEqual([` nonce="${parseNonce(page)}"`, ` nonce="${parseNonce(page)}"`])
  expect(parseNonce(next)).not.toBe(parseNonce(page))
  expect(page.body).toContain(`{"script":"${script}","back":"/settings/cards/add"}`)
  expect(page.body).not.toContain('Тестовый банк')
})

test('the document says that a sandbox pays out, too', async () => {
  const server = await portal({ publicSettings: () => ({ ...publicSettings(), sandbox_bank: true }) })
  expect((await open(server, path)).body).toContain('Тестовый банк')
})

test.each([
  ['no provider', { sandbox_bank: false }],
  ['no settings yet', undefined],
])('the address leads to our own form where there is %s', async (_, settings) => {
  const page = await open(await portal({ publicSettings: () => settings }), path)
  expect([page.statusCode, page.headers.location]).toEqual([302, '/settings/cards/add'])
})
