import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requirePreview } from './preview.ts'

/** The portal at `/preview`, and the command on this machine at `/preview.json`. */
let server: Server
let origin: string
let responses: Record<string, object>
beforeEach(async () => {
  responses = { '/preview': {}, '/preview.json': { name: 'mfe-tips', version: '3f2a91c04be7' } }
  server = createServer(({ url = '' }, response) => {
    const found = responses[url.split('?')[0] ?? '']
    response.writeHead(found ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(found ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.close()
})

const preview = (change: object = {}) => ({ remote: 'mfe-tips', address: `${origin}/preview`, origin, ...change })

test('reads the version of the build once, because the tests are of what was there when they began', async () => {
  expect(await requirePreview(preview())).toBe('3f2a91c04be7')
  responses['/preview.json'] = { name: 'mfe-tips', version: '7c010a9e33d2' }
  expect(await requirePreview(preview())).toBe('3f2a91c04be7')
})

test('says so when the portal shows no previews', async () => {
  delete responses['/preview']
  await expect(requirePreview(preview())).rejects.toThrow(`${origin}/preview shows no previews (404)`)
})

test('says so when another remote is served', async () => {
  const message = `${origin} serves mfe-tips, and not mfe-team: take the address that it prints`
  await expect(requirePreview(preview({ remote: 'mfe-team' }))).rejects.toThrow(message)
})

test('says so when nothing serves the build any more', async () => {
  const ended = 'http://127.0.0.1:1'
  await expect(requirePreview(preview({ origin: ended }))).rejects.toThrow(`Nothing serves a preview at ${ended}`)
})
