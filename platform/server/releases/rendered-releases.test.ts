import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type RemoteRelease, type ShellRelease, serverFile, toIntegrity } from '../../bundler/release.ts'
import { forBrowser } from '../../releases/for-browser.ts'
import type { ReleasePointer } from '../../releases/registry.ts'
import { createFolderStore } from '../../releases/stores/folder-store.ts'
import type { RendererOptions } from '../../rendering/renderer.ts'
import { createTestRenderer, shellCode, tipsCode } from '../../rendering/testing/sample-bundles.ts'
import { dist, eachWithReleases, only, point, publish, sequence, shell, tips } from '../testing/portal.ts'
import { startLiveReleases } from './live-releases.ts'

// Releases become live while pages are rendered. A page never waits for a process: without one, it gets the frame.

eachWithReleases()

/** Limits the wait for a registry that never becomes live. */
const TIMEOUT_MS = 30_000

function publishBundle(release: ShellRelease | RemoteRelease, code: string): ReleasePointer {
  const pointer = publish({ ...release, server: { file: serverFile, integrity: toIntegrity(code) } })
  writeFileSync(join(dist, 'releases', release.name, release.version, serverFile), code)
  return pointer
}

const publishShell = (version: string) => publishBundle({ ...shell, version }, shellCode)

/** Publishes a release whose page shows its version. */
const publishTips = (version: string, code = tipsCode(`() => '${version}'`)) =>
  publishBundle({ ...tips, version }, code)

/** Follows the releases of the test. */
async function follow(options: Partial<RendererOptions> = {}) {
  const store = createFolderStore(dist)
  const renderer = createTestRenderer({ filesFolder: store.filesFolder, waitMs: 0, ...options })
  /** The numbers of the registries that are prepared, and of those that became live. */
  const prepared: number[] = []
  const live: number[] = []
  const log = { error() {}, info: (fields: { sequence?: number }) => void live.push(Number(fields.sequence)) }
  const { published, stop } = await startLiveReleases(store, log, (next) => {
    prepared.push(next.sequence)
    return renderer.prepare(next)
  })
  onTestFinished(stop)
  await renderer.prepare(published())
  return {
    renderer,
    prepared,
    live,
    /** Returns the pages of two browsers, the first of which gets canaries. */
    async open(): Promise<(string | undefined)[]> {
      const pages: (string | undefined)[] = []
      for (const bucket of [0, 99]) pages.push(await renderer.html(forBrowser(published(), { bucket }), '/'))
      return pages
    },
  }
}

test('renders each page while a release, a canary, another shell and a rollback become live', async () => {
  const [first, second] = [publishTips('t1'), publishTips('t2')]
  const canary = { ...publishTips('t3'), percent: 10 }
  const [shellBefore, shellAfter] = [publishShell('s1'), publishShell('s2')]
  await point({ shell: only(shellBefore), 'mfe-tips': only(first) })
  const { live, open } = await follow()
  expect(await open()).toEqual(['t1', 't1'])
  for (const [names, expected] of [
    [{ shell: only(shellBefore), 'mfe-tips': only(second) }, ['t2', 't2']],
    [{ shell: only(shellBefore), 'mfe-tips': { ...only(second), canary } }, ['t3', 't2']],
    [{ shell: only(shellAfter), 'mfe-tips': { ...only(second), canary } }, ['t3', 't2']],
    [{ shell: only(shellBefore), 'mfe-tips': only(first) }, ['t1', 't1']],
  ] as const) {
    await point(names)
    while (live.at(-1) !== sequence) expect(await open()).not.toContain(undefined)
    expect(await open()).toEqual(expected)
  }
})

test('does not make a release live that is withdrawn before its bundle has loaded, and delays no other', async () => {
  const names = { shell: only(publishShell('s1')), 'mfe-tips': only(publishTips('t1')) }
  await point(names)
  const { live, prepared, open } = await follow()
  await point({ ...names, 'mfe-tips': only(publishTips('t2', 'for (;;);')) })
  const withdrawn = sequence
  await vi.waitFor(() => expect(prepared).toContain(withdrawn), TIMEOUT_MS)
  await point(names)
  await vi.waitFor(() => expect(live).toEqual([sequence]), TIMEOUT_MS)
  expect(await open()).toEqual(['t1', 't1'])
})

test('makes a release live whose bundle never ends after the limit, and reports it', async () => {
  const names = { shell: only(publishShell('s1')), 'mfe-tips': only(publishTips('t1')) }
  await point(names)
  const { live, renderer, open } = await follow({ loadLimitMs: 6_000 })
  await point({ ...names, 'mfe-tips': only(publishTips('t2', 'for (;;);')) })
  await vi.waitFor(() => expect(live).toEqual([sequence]), TIMEOUT_MS)
  const late = expect.objectContaining({ remote: 'mfe-tips', version: 't2', reason: 'late' })
  await vi.waitFor(() => expect(renderer.failures).toContainEqual(late), TIMEOUT_MS)
  expect(await open()).toEqual([undefined, undefined])
})
