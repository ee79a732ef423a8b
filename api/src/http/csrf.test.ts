import { expect, test } from 'vitest'
import { sharedApi } from './testing/test-api.ts'

const api = sharedApi({ env: { PORTAL_ORIGIN: 'https://tips.example' } })

/** A header of earlier releases, which proves nothing. */
const own = { 'x-requested-with': 'portal' }
const post = (headers: Record<string, string>, url = '/logout') =>
  api.app.inject({ method: 'POST', url: `/api/v1${url}`, headers: { host: 'internal:3000', ...headers } })

test.each([
  ['a page of ours', { 'sec-fetch-site': 'same-origin' }],
  ['a page of ours of an earlier release', { ...own, 'sec-fetch-site': 'same-origin' }],
  ['a page of ours in a browser without Sec-Fetch-Site', { origin: 'https://tips.example' }],
  ['a page that the same host served', { origin: 'http://internal:3000' }],
  ['a page of ours that the user has loaded again', { 'sec-fetch-site': 'none', origin: 'https://tips.example' }],
])('accepts a request of %s', async (_, headers) => {
  expect((await post(headers)).statusCode).toBe(204)
})

// spec: 9.4
test.each([
  ['another site', { ...own, 'sec-fetch-site': 'cross-site' }],
  ['another host of the same site', { ...own, 'sec-fetch-site': 'same-site' }],
  ['an address typed by hand', { ...own, 'sec-fetch-site': 'none' }],
  ['another site that claims our origin', { ...own, 'sec-fetch-site': 'cross-site', origin: 'https://tips.example' }],
  ['a foreign origin', { ...own, origin: 'https://evil.example' }],
  ['the same host by another scheme', { ...own, origin: 'https://internal:3000' }],
  ['a sandboxed frame', { ...own, origin: 'null' }],
  ['another site by an address typed by hand', { 'sec-fetch-site': 'none', origin: 'https://evil.example' }],
  ['an unknown page', own],
  ['a program without headers', {}],
])('rejects a request of %s', async (_, headers) => {
  const response = await post(headers)
  expect(response.statusCode).toBe(403)
  expect(response.json()).toEqual({
    code: 'foreign_origin',
    message: expect.stringContaining('Origin: https://tips.example'),
  })
})

test('a service with its token and without a page is accepted', async () => {
  const ingest = (headers: Record<string, string>) => post(headers, '/ingest/tips')
  // Malformed: let in.
  expect((await ingest({ authorization: 'Bearer demo-service-token' })).statusCode).toBe(400)
  for (const authorization of ['', 'Bearer', 'Bearer demo-service-tokem', 'Basic demo-service-token']) {
    expect((await ingest({ authorization })).statusCode).toBe(401)
  }
  expect((await ingest({ ...own, 'sec-fetch-site': 'same-origin' })).statusCode).toBe(401)
})

test('a beacon, which cannot set a header, is accepted by its origin', async () => {
  const beacon = (headers: Record<string, string>) => post(headers, '/telemetry')
  // Malformed: let in.
  expect((await beacon({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(400)
  expect((await beacon({ origin: 'https://tips.example' })).statusCode).toBe(400)
  for (const headers of [{ ...own, 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, own]) {
    expect((await beacon(headers)).statusCode).toBe(403)
  }
})
