import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { requireServed } from './portal.ts'

let close = () => {}
afterEach(() => close())

/** Starts a portal that sends these bodies one after the other, and then the last one. Returns its origin. */
async function portalSending(...bodies: string[]): Promise<string> {
  let requests = 0
  const server = createServer((_, response) => {
    response.end(bodies[Math.min(requests, bodies.length - 1)])
    requests += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  close = () => server.close().closeAllConnections()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const registry = (sequence: number) => JSON.stringify({ sequence, shell: 's1', remotes: {} })

test('waits until the portal serves the registry, or a newer one', async () => {
  const origin = await portalSending(registry(6), registry(6), registry(8))
  expect(await requireServed({ PORTAL_ORIGIN: origin }, { sequence: 7 })).toBe(` at ${origin}`)
})

test.each([
  ['an older registry', registry(6), 'it serves registry 6. The portal'],
  ['a page', '<!doctype html>', 'Unexpected token'],
  ['something else', '{}', 'it is not a portal'],
])('fails when the portal serves %s', async (_, body, reason) => {
  const origin = await portalSending(body)
  const check = requireServed({ PORTAL_ORIGIN: origin }, { sequence: 7 }, 100)
  await expect(check).rejects.toThrow(`Registry 7 is stored, but ${origin} does not serve it: `)
  await expect(check).rejects.toThrow(reason)
})

test('fails when there is no portal', async () => {
  const check = requireServed({ PORTAL_ORIGIN: 'http://127.0.0.1:1' }, { sequence: 7 }, 100)
  await expect(check).rejects.toThrow('Registry 7 is stored, but http://127.0.0.1:1 does not serve it')
})

test('reports that no portal was checked', async () => {
  expect(await requireServed({}, { sequence: 7 })).toContain('PORTAL_ORIGIN is not set')
})
