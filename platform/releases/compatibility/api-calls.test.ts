import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { publish } from '../commands/publish.ts'
import { released } from '../registry.ts'
import { readRegistry } from '../releases.ts'
import { createTestReleases, payouts, shell } from '../testing/sample-releases.ts'

const releases = createTestReleases()
let close = () => {}
afterEach(() => close())

/** Starts a portal whose API has this document. Returns its origin. */
async function portalWith(document: string): Promise<string> {
  const server = createServer(({ url }, response) => {
    response.statusCode = url === '/api/v1/openapi.json' ? 200 : 404
    response.end(document)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => server.close().closeAllConnections()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const api = JSON.stringify({ paths: { '/user/cards/{cardId}': { get: {}, delete: {} }, '/user/payout': { post: {} } } })

async function release(calls: string[] | undefined, origin?: string): Promise<string> {
  await releases.putLive(shell())
  await publish(releases.store, [releases.build(payouts({ calls }))], 'release', released, { origin })
  return String((await readRegistry(releases.store)).names['mfe-payouts']?.current.version)
}

test('releases a remote whose calls the API has', async () => {
  expect(await release(['DELETE /user/cards/{id}', 'POST /user/payout'], await portalWith(api))).toBe('p1')
})

test('rejects a remote that is ahead of its API, with the calls that are missing', async () => {
  const origin = await portalWith(api)
  const ahead = release(['GET /user/payout', 'GET /user/payout/limits', 'POST /user/payout'], origin)
  await expect(ahead).rejects.toThrow(
    `Refused: mfe-payouts p1 would break the portal\n` +
      `  mfe-payouts p1: its call GET /user/payout is not in the API at ${origin}\n` +
      `  mfe-payouts p1: its call GET /user/payout/limits is not in the API at ${origin}`,
  )
  expect(await releases.store.listReleases('mfe-payouts')).toEqual([])
})

test.each([
  ['is not there', async () => 'http://127.0.0.1:1'],
  ['is a page', () => portalWith('<!doctype html>')],
])('rejects a remote when the API %s', async (_, origin) => {
  await expect(release(['POST /user/payout'], await origin())).rejects.toThrow(
    /^The calls cannot be compared with the API: http/,
  )
})

test('compares nothing without a portal, and nothing of a release without a list', async () => {
  expect(await release(undefined, 'http://127.0.0.1:1')).toBe('p1')
  expect(await release(['GET /user/payout'])).toBe('p1')
})
