import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiCalls } from './api-calls.ts'
import { compile } from './testing/compile.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'api-calls-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  ['the contracts that code uses', '{ getBalance as used }', ['GET /user/balance/{restId}']],
  ['all contracts of a module', '* as used', ['GET /user/balance', 'GET /user/balance/{restId}']],
])('lists the calls of %s', async (_, imported, calls) => {
  const statement = `import ${imported} from '@portal/contracts/balance.ts'; console.log(used)`
  expect(await apiCalls([await compile(folder, statement)])).toEqual(calls)
})

test('lists no call whose contract is imported and not used', async () => {
  expect(await apiCalls([await compile(folder, "import '@portal/contracts/balance.ts'")])).toEqual([])
})

test('lists the calls whose contracts the code itself makes', async () => {
  const statement = (contract: string) =>
    `import { endpoint as make } from '@portal/contracts/endpoint.ts'; export const getStock = make({ ${contract}, access: 'user' })`
  const literals = "method: 'GET', path: '/stock/:id'"
  expect(await apiCalls([await compile(folder, statement(literals))])).toEqual(['GET /stock/{id}'])
  const composed = compile(folder, statement("method: 'GET', path: '/stock/' + 1"))
  await expect(composed.then((built) => apiCalls([built]))).rejects.toThrow('no path that can be read')
})
