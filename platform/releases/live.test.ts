import { expect, test } from 'vitest'
import type { Release } from '../bundler/release.ts'
import { readLive } from './live.ts'
import { button, nextShared, shell, tips } from './testing/sample-releases.ts'

const pointer = (version: string) => ({ version, integrity: '', at: '2026-11-21T12:00:00.000Z' })

/** A shell, a remote with a previous release, and a canary. */
function readLiveSet(host: Release, before: Release, uncheckedShells: string[] = []) {
  const files = [host, tips({ version: 't2', uses: {}, shared: {} }), before]
  const read = (async (_: string, { version }: { version: string }) =>
    files.find((file) => file.version === version)) as Parameters<typeof readLive>[1]
  const [current, other] = [pointer('t2'), { ...pointer(before.version), uncheckedShells }]
  const registered = { current, history: [other], canary: { ...other, percent: 10 } }
  return readLive({ shell: { current: pointer(host.version), history: [] }, 'mfe-tips': registered }, read)
}

test('gives pages the previous release and the canary when they are compatible with the shell', async () => {
  const { remotes } = await readLiveSet(shell(), tips())
  expect(remotes).toMatchObject([
    { name: 'mfe-tips', current: { version: 't2' }, previous: { version: 't1' }, canary: { percent: 10 } },
  ])
})

test.each([
  ['another major version of a package', shell({ shared: nextShared })],
  ['a removed export', shell({ gives: { [button]: ['ButtonLink'] } })],
  ['types that it was not checked with', shell(), ['s1']],
])('gives pages no release that is incompatible with the shell: %s', async (_, host, uncheckedShells?: string[]) => {
  const { remotes } = await readLiveSet(host, tips(), uncheckedShells)
  expect(remotes[0]).toMatchObject({ current: { version: 't2' } })
  expect(remotes[0]?.previous).toBeUndefined()
  expect(remotes[0]?.canary).toBeUndefined()
})
