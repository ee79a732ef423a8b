import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { emptyRegistry } from '../registry.ts'
import { signRegistry } from '../signature.ts'
import { createFolderStore } from '../stores/folder-store.ts'
import { createTestStores } from '../testing/test-stores.ts'
import { findPortal, requireServed } from './portal.ts'

const temporary = createTestStores()
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

/** Returns what a command reports that has added registry 7. */
function check(origin: string | undefined, timeoutMs?: number): Promise<string> {
  return requireServed({ PORTAL_ORIGIN: origin }, createFolderStore(temporary.folder), { sequence: 7 }, timeoutMs)
}

async function addRegistry(sequence: number): Promise<void> {
  await createFolderStore(temporary.folder).addRegistry(
    sequence,
    signRegistry({ ...emptyRegistry, sequence }, undefined),
  )
}

test('waits until the portal serves the registry', async () => {
  const origin = await portalSending(registry(6), registry(6), registry(7))
  expect(await check(origin)).toBe(` at ${origin}`)
})

test('accepts the registry of another team that has released meanwhile', async () => {
  await addRegistry(8)
  const origin = await portalSending(registry(8))
  expect(await check(origin)).toBe(` at ${origin}`)
})

test('fails when the portal serves a newer registry that was deleted from the store', async () => {
  await addRegistry(7)
  const origin = await portalSending(registry(9))
  await expect(check(origin)).rejects.toThrow(
    `${origin} serves registry 9, and the store has 7: registries were deleted there`,
  )
})

test.each([
  ['an older registry', registry(6), 'it serves registry 6. The portal'],
  ['a page', '<!doctype html>', 'Unexpected token'],
  ['something else', '{}', 'it is not a portal'],
])('fails when the portal serves %s', async (_, body, reason) => {
  const origin = await portalSending(body)
  const failing = check(origin, 100)
  await expect(failing).rejects.toThrow(`Registry 7 is stored, but ${origin} does not serve it: `)
  await expect(failing).rejects.toThrow(reason)
})

test('fails when there is no portal', async () => {
  const failing = check('http://127.0.0.1:1', 100)
  await expect(failing).rejects.toThrow('Registry 7 is stored, but http://127.0.0.1:1 does not serve it')
})

test('reports that no portal was checked', async () => {
  expect(await check(undefined)).toBe(' in the registry; no portal was checked')
})

test.each([
  ['an empty store and no portal', 'no portal', [], []],
  ['an empty store and a portal that reads another one', 'the portal', [], [registry(6)]],
  ['a store with a release and no portal', 'the portal', [1], []],
])('with %s, a release is compared with %s', async (_, expected, stored, served) => {
  for (const sequence of stored) await addRegistry(sequence)
  const origin = served.length > 0 ? await portalSending(...served) : 'http://127.0.0.1:1'
  const found = await findPortal({ PORTAL_ORIGIN: origin }, createFolderStore(temporary.folder))
  expect(found ? 'the portal' : 'no portal').toBe(expected)
})
