import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireRelease } from './release.ts'

const stored = '/releases/mfe-tips/7c010a9e33d2/release.json'
const remotes = { 'mfe-tips': '3f2a91c04be7', 'mfe-team': '0a1b2c3d4e5f' }

let server: Server
let origin: string
beforeAll(async () => {
  server = createServer(({ url }, response) => {
    if (url === '/registry.json')
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ remotes }))
    else response.writeHead(url === stored ? 200 : 404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})

test.each([
  ['the current release', '3f2a91c04be7'],
  ['a stored one, which may be a canary', '7c010a9e33d2'],
])('accepts %s', async (_, version) => {
  await expect(requireRelease(origin, { name: 'mfe-tips', version })).resolves.toBeUndefined()
})

test('leaves it to the tests whether there is a preview', async () => {
  await expect(requireRelease(origin, { name: 'mfe-rota', version: 'preview-3f2a91c04be7' })).resolves.toBeUndefined()
})

test.each([
  ['a version that is not stored', 'mfe-tips', 'mfe-tips@ffffffffffff has never been released at'],
  ['a remote that the portal does not have', 'mfe-none', 'has no mfe-none; it has mfe-tips, mfe-team'],
])('rejects %s', async (_, name, message) => {
  await expect(requireRelease(origin, { name, version: 'ffffffffffff' })).rejects.toThrow(message)
})
