import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireInputs } from './inputs.ts'
import { compile } from './testing/compile.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inputs-of-bundles-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** A remote may import a contract in a way which its version does not see. */
const compileImport = (contract: string) =>
  compile(folder, `import * as contract from '@portal/contracts/${contract}'; console.log(contract)`)

test('rejects a bundle with a file that the version of the remote is not made of', async () => {
  const compilation = await compileImport('team.ts')
  expect(() => requireInputs('mfe-tips', compilation)).toThrow(
    'shared/contracts/team.ts is bundled, but the version of mfe-tips does not depend on it',
  )
  expect(() => requireInputs('mfe-team', compilation)).not.toThrow()
  expect(() => requireInputs('shell', compilation)).not.toThrow()
})

test('accepts a contract that the remote imports', async () => {
  const compilation = await compileImport('balance.ts')
  expect(() => requireInputs('mfe-tips', compilation)).not.toThrow()
})
