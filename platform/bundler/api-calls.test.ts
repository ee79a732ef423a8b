import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import webpack, { type Compilation } from 'webpack'
import { apiCalls } from './api-calls.ts'
import { repository } from './paths.ts'
import { scriptRule } from './webpack.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'api-calls-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Bundles a module that gets contracts of the API by this statement. */
function compile(statement: string): Promise<Compilation> {
  const entry = join(folder, 'entry.ts')
  writeFileSync(entry, statement.replace('@portal/contracts/', join(repository, 'shared/contracts/')))
  const compiler = webpack({
    mode: 'production',
    entry,
    output: { path: folder },
    module: { rules: [scriptRule({ node: '24' }, true)] },
    optimization: { minimize: false },
  })
  return new Promise((resolve, reject) => {
    compiler.run((error, stats) => {
      if (error || !stats || stats.hasErrors()) return reject(error ?? new Error(stats?.toString('errors-only')))
      resolve(stats.compilation)
    })
  })
}

test.each([
  ['the contracts that code uses', '{ getBalance as used }', ['GET /user/balance/{restId}']],
  ['all contracts of a module', '* as used', ['GET /user/balance', 'GET /user/balance/{restId}']],
])('lists the calls of %s', async (_, imported, calls) => {
  const statement = `import ${imported} from '@portal/contracts/balance.ts'; console.log(used)`
  expect(await apiCalls([await compile(statement)])).toEqual(calls)
})

test('lists no call whose contract is imported and not used', async () => {
  expect(await apiCalls([await compile("import '@portal/contracts/balance.ts'")])).toEqual([])
})
