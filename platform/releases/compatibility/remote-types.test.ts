import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { emitApiTypes } from '../../bundler/api-types.ts'
import { apiTypesFile, sourcesFile, toIntegrity } from '../../bundler/release.ts'
import { publish } from '../commands/publish.ts'
import { released } from '../registry.ts'
import { changeRegistry, readRegistry, storeRelease } from '../releases.ts'
import { createTestReleases, payouts, shell } from '../testing/sample-releases.ts'
import { brokenRemoteTypes } from './remote-types.ts'

const releases = createTestReleases()
let types: Record<string, string>
beforeAll(async () => {
  types = await emitApiTypes()
})

const sources = {
  'shared/contracts/sample.ts': "export const sample = 'as the release has it'",
  'shared/format/sample.ts': 'export const sum = (rubles: number): string => String(rubles)',
  'mfe-payouts/manifest.ts': "export const manifest = { name: 'mfe-payouts' }",
  'mfe-payouts/remote.ts': "export const pages = { '/out': () => import('./out-page.tsx') }",
  'mfe-payouts/out-page.tsx': `import { sample } from '@portal/contracts/sample'
    import { sum } from '@portal/shared/format/sample'
    import { Button } from '@portal/shared/ui/button'
    export const Component = () => <Button variant="primary">{sum(1) + sample}</Button>`,
}

/** Makes a remote with these sources live, with a shell. */
beforeEach(async () => {
  await releases.putLive(shell())
  const packed = gzipSync(JSON.stringify(sources))
  const build = releases.build(payouts({ sources: { file: sourcesFile, integrity: toIntegrity(packed) } }))
  writeFileSync(join(build, sourcesFile), packed)
  const pointer = await storeRelease(releases.store, build)
  await changeRegistry(releases.store, 'test', (names) => released(names, 'mfe-payouts', pointer))
})

function buildShell(changed: Record<string, string>): string {
  const build = releases.build(shell({ version: 's2' }))
  writeFileSync(join(build, apiTypesFile), JSON.stringify({ ...types, ...changed }))
  return build
}

async function releaseShell(file: string, change: (text: string) => string): Promise<string> {
  const build = buildShell({ [file]: change(types[file] ?? expect.fail(`There is no ${file}`)) })
  await publish(releases.store, [build], 'release', released)
  return String((await readRegistry(releases.store)).names.shell?.current.version)
}

test('releases a shell with which the sources of live remotes compile', async () => {
  expect(await releaseShell('ui/button/button.d.ts', (text) => text)).toBe('s2')
})

test('rejects a shell in which a property became required that a live remote does not give', async () => {
  const required = releaseShell('ui/button/button.d.ts', (text) => text.replace(/icon\?:/g, 'icon:'))
  await expect(required).rejects.toThrow(
    /^Refused: .*\n {2}mfe-payouts p1 does not compile with the types of the new shell: mfe-payouts\/out-page\.tsx\(4,\d+\): error TS.*\n?.*Conflicts: mfe-payouts × shell$/s,
  )
  expect((await readRegistry(releases.store)).names.shell?.current.version).toBe('s1')
})

// spec: 12.4
test.each([
  [
    'rejects a shell with whose types a remote of another repository does not compile',
    '',
    'does not compile with the types',
  ],
  [
    'does not check a remote that imports a library which is not installed here',
    "import 'another-library'\n",
    undefined,
  ],
])('%s', async (_, imports, message) => {
  await putRotaLive(imports)
  const required = releaseShell('ui/button/button.d.ts', (text) => text.replace(/icon\?:/g, 'icon:'))
  if (message) await expect(required).rejects.toThrow(`mfe-rota r1 ${message}`)
  else await expect(required).rejects.not.toThrow('mfe-rota')
})

/** A release as the SDK builds it, with declarations instead of the sources that the SDK does not have. */
async function putRotaLive(imports: string): Promise<void> {
  const packed = gzipSync(
    JSON.stringify({
      'shared/contracts/sample.d.ts': 'export declare const sample: string',
      'mfe-rota/manifest.ts': "export const manifest = { name: 'mfe-rota' }",
      'mfe-rota/remote.ts': "export const pages = { '/rota': () => import('./rota-page.tsx') }",
      'mfe-rota/rota-page.tsx': `${imports}import { sample } from '@portal/contracts/sample'
        import { Button } from '@portal/shared/ui/button'
        export const Component = () => <Button variant="primary">{sample}</Button>`,
    }),
  )
  const changes = { name: 'mfe-rota', version: 'r1', paths: ['/rota'], pages: {}, uses: {} } as const
  const build = releases.build(payouts({ ...changes, sources: { file: sourcesFile, integrity: toIntegrity(packed) } }))
  writeFileSync(join(build, sourcesFile), packed)
  const pointer = await storeRelease(releases.store, build)
  await changeRegistry(releases.store, 'test', (names) => released(names, 'mfe-rota', pointer))
}

test('compiles no sources that are not those of the release, and says so', async () => {
  writeFileSync(join(releases.folder, 'releases/mfe-payouts/p1', sourcesFile), gzipSync('{}'))
  const { names } = await readRegistry(releases.store)
  const lines: string[] = []
  expect(await brokenRemoteTypes([buildShell({})], names, releases.store, (line) => lines.push(line))).toEqual([])
  expect(lines).toEqual(['Not checked: sources of mfe-payouts p1 is not as release.json says'])
})
