import { expect, test } from 'vitest'
import type { RemoteRelease, ShellRelease } from '../../bundler/release.ts'
import { missingNames } from './incompatibilities.ts'

const shell = { gives: { '@portal/shared/ui/button': ['Button', 'ButtonLink'] } } as unknown as ShellRelease
const using = (uses: Record<string, string[]>) => ({ uses }) as unknown as RemoteRelease

test.each([
  [{ '@portal/shared/ui/button': ['Button'] }, []],
  [{ '@portal/shared/ui/button': ['Button', 'IconButton'] }, ['IconButton of @portal/shared/ui/button']],
  [{ '@portal/shared/ui/gone': ['Gone'] }, ['Gone of @portal/shared/ui/gone']],
  [{ react: ['useState'], 'react/jsx-runtime': ['jsx'], 'react-dom': ['createPortal'] }, []],
])('reports for a remote that uses %j the missing exports %j', (uses, missing) => {
  expect(missingNames(shell, using(uses))).toEqual(missing)
})
