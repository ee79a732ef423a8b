import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTestApi, pageHeaders, type TestApi } from '@portal/api/http/testing/test-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { repository } from '../../bundler/paths.ts'
import { writeClient } from './write-client.ts'

type Client = Record<string, (...args: unknown[]) => Promise<unknown>> & {
  defaults: { baseUrl: string; headers: object }
}

let api: TestApi
let origin: string
/** The folder of a program that has installed the client. */
let folder: string
let client: Client

beforeAll(async () => {
  api = await createTestApi()
  origin = await api.app.listen({ host: '127.0.0.1', port: 0 })
  folder = await mkdtemp(join(tmpdir(), 'portal-client-'))
  await writeClient(join(folder, 'node_modules/@portal/api-client'))
  await mkdir(join(folder, 'node_modules/@oazapfts'))
  const library = '@oazapfts/runtime'
  await symlink(join(repository, 'platform/node_modules', library), join(folder, 'node_modules', library))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  client = await import(join(folder, 'node_modules/@portal/api-client/index.js'))
  client.defaults.baseUrl = `${origin}/api/v1`
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true, force: true })
})

/** A program that uses only the generated client. */
const program = `
import { createPayout, ingestTips, listOperations, type NewPayout, type Operation, type Payout } from '@portal/api-client'

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
test('the types of the client accept right calls and reject wrong ones', async () => {
  await writeFile(join(folder, 'program.ts'), program)
  const options = { strict: true, noEmit: true, module: 'nodenext', lib: ['esnext', 'dom', 'dom.iterable'], types: [] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['program.ts'] }))
  const compiler = join(repository, 'node_modules/.bin/tsc')
  const { stdout } = await promisify(execFile)(compiler, ['-p', folder, '--pretty', 'false']).catch((error) => error)
  expect(stdout).toBe('')
})

// spec: 9.1
test('the client reads and changes what the API has', async () => {
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

test('the example for integrators books its tip', async () => {
  const employee = await api.createUser()
  await api.db.updateTable('restaurant').set({ external_id: 'R1' }).where('id', '=', employee.restaurantId).execute()
  await api.db.updateTable('employee').set({ external_id: '17' }).where('id', '=', employee.id).execute()
  const page = await readFile(join(repository, 'docs/integrators.md'), 'utf8')
  const [, example = ''] = /^```js\n(import .*?)^```$/ms.exec(page) ?? []
  await writeFile(join(folder, 'example.js'), example.replace('http://localhost:3000', origin))
  const env = { ...process.env, TOKEN: api.settings.serviceToken }
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'example.js')], { env })
  expect(stdout).toBe('1\n')
})
