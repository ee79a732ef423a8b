import { expect, test } from 'vitest'
import type { RemoteRelease, ShellRelease } from '../../bundler/release.ts'
import { payouts, shared, shell as shellRelease } from '../testing/sample-releases.ts'
import { incompatibilities, missingNames } from './incompatibilities.ts'

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

test.each([
  ['another major version of the router', { 'react-router-dom': '8.0.0' }, ['react-router-dom ^7, shell s1 has 8.0.0']],
  ['another major version of the store', { zustand: '4.5.0' }, ['zustand ^5, shell s1 has 4.5.0']],
  ['another major version of forms', { 'react-hook-form': '8.0.0' }, ['react-hook-form ^7, shell s1 has 8.0.0']],
  ['an earlier minor version', { 'react-router-dom': '7.1.0', zustand: '5.0.0' }, []],
  ['a list without them, as earlier shells have it', {}, []],
])('compares libraries behind modules of shared with a shell that has %s', (_, libraries, needs) => {
  const built = { ...shared, 'react-router-dom': '7.9.4', zustand: '5.0.8', 'react-hook-form': '7.60.0' }
  const found = incompatibilities(shellRelease({ shared: { ...shared, ...libraries } }), payouts({ shared: built }))
  expect(found).toEqual(needs.map((need) => `mfe-payouts p1 needs ${need}`))
})

test.each([
  ['an earlier SDK than the oldest that the shell supports', '1.9.0', '1.10.0', 'was built by SDK 1.9.0'],
  ['no SDK, as earlier releases', undefined, '1.10.0', 'was built by SDK 1.0.0'],
  ['the oldest supported SDK', '1.10.0', '1.10.0', undefined],
  ['a later SDK', '2.0.0', '1.10.0', undefined],
  ['any SDK beside a shell without a limit', '1.0.0', undefined, undefined],
])('checks a remote that names %s', (_, sdk, oldestSdk, problem) => {
  const found = incompatibilities(shellRelease({ oldestSdk }), payouts({ sdk }))
  expect(found).toEqual(problem ? [`mfe-payouts p1 ${problem}, shell s1 supports 1.10.0 and later`] : [])
})
