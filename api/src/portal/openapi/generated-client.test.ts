import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateSource } from 'oazapfts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi, pageHeaders, type TestApi } from '../../http/testing/test-api.ts'

const packageFolder = join(import.meta.dirname, '../../..')

type Client = Record<string, (...args: unknown[]) => Promise<unknown>> & {
  defaults: { baseUrl: string; headers: object }
}

let api: TestApi
let folder: string
let client: Client

beforeAll(async () => {
  api = await createTestApi()
  const origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'portal-client-'))
  await symlink(join(packageFolder, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const source = await generateSource(`${origin}/api/v1/openapi.json`, { optimistic: true })
  await writeFile(join(folder, 'client.ts'), source)
  client = await import(join(folder, 'client.ts'))
  client.defaults.baseUrl = `${origin}/api/v1`
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true, force: true })
})

/** A program that uses only the generated client. */
const program = `
import { createPayout, ingestTips, listOperations, type NewPayout, type Operation, type Payout } from './client.ts'

export async function amounts(restId: string): Promise<number[]> {
  const { items } = await listOperations({ page: 2, restId, $type: 'tip' })
  const [first]: Operation[] = items
  const status: 'pending' | 'completed' | 'canceled' | undefined = first?.status
  return status === 'completed' ? items.map(({ amount }) => amount) : []
}

export async function withdraw(order: NewPayout): Promise<Payout> {
  return await createPayout(crypto.randomUUID(), order)
}

// @ts-expect-error: no such type of an operation
listOperations({ $type: 'gift' })
// @ts-expect-error: no currency
export const order: NewPayout = { kind: 'payout', rest_id: '1', binding_id: '2', amount: 500, currency: 'RUB' }
// @ts-expect-error: an amount is a number
ingestTips({ tips: [{ external_id: '1', employee_id: '2', amount: '500', paid_at: '2026-11-01T20:00:00Z' }] })
`

// spec: 9.1
test('a client generated from the document compiles, and its types reject wrong calls', async () => {
  await writeFile(join(folder, 'program.ts'), program)
  const options = {
    strict: true,
    noEmit: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    lib: ['esnext', 'dom'],
    types: [],
    skipLibCheck: true,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['program.ts'] }))
  const compiler = join(packageFolder, '../node_modules/.bin/tsc')
  const { stdout } = await promisify(execFile)(compiler, ['-p', folder, '--pretty', 'false']).catch((error) => error)
  expect(stdout).toBe('')
})

// spec: 9.1
test('a client generated from the document reads and changes what the API has', async () => {
  const anna = await api.createUser()
  const browser = await api.signedIn(anna)
  const { serviceToken } = api.settings
  const paidAt = new Date().toISOString()
  const tip = { external_id: crypto.randomUUID(), employee_id: anna.id, amount: 350.5, paid_at: paidAt }
  const service = { headers: { ...pageHeaders, authorization: `Bearer ${serviceToken}` } }
  expect(await client.ingestTips?.({ tips: [tip] }, service)).toEqual({ booked: 1, repeated: 0 })

  client.defaults.headers = { ...pageHeaders, cookie: `session=${browser.token}` }
  expect(await client.getSessionBootstrap?.()).toMatchObject({ user: { id: anna.userId } })
  expect(await client.listOperations?.({ restId: anna.restaurantId })).toMatchObject({ items: [{ amount: 350.5 }] })
  expect(await client.updateProfile?.({ about: 'Работаю по выходным' })).toMatchObject({
    about: 'Работаю по выходным',
  })
  await expect(client.getPayout?.(crypto.randomUUID())).rejects.toMatchObject({
    status: 404,
    data: { code: 'not_found' },
  })
})
