import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import type { Release } from '@portal/platform/bundler/release'
import { readRegistry, readRelease } from '@portal/platform/releases/releases'
import { folderStore } from '@portal/platform/releases/stores/folder-store'
import { expect } from '../fixtures.ts'
import { pageScript } from '../releases/defects.ts'
import type { ReleasedPortal } from '../releases/released-portal.ts'
import { showsSection, test } from '../releases/sections.ts'
import { changeFile, releaseCommand, workingCopy } from '../releases/working-copy.ts'

/** What a returning user may load of a release of the shell in which a text has changed, and of one of a remote. */
const budget = {
  /** In any browser. */
  shellBytes: 25_000,
  /** With the headers, in a browser that supports Compression Dictionary Transport. */
  shellDeltaBytes: 2_000,
  /** Of each file: all of them name the version of their release. */
  remoteDeltaBytes: 1_000,
}

test('a returning user loads 25 kB of a shell with a changed text, and 2 kB where the browser supports differences @phone', async ({
  context,
  portal,
}) => {
  const copy = await workingCopy('shell')
  try {
    const before = await liveShell(portal)
    const page = await context.newPage()
    const first = await filesOf(page, async () => {
      await page.goto(`${portal.url}/`)
      await showsSection(page, 'mfe-tips')
      await expect(page.getByRole('button', { name: 'Скрыть суммы' })).toBeVisible()
    })

    const text = join(copy, 'shell/src/layouts/main/amounts-switch.tsx')
    await changeFile(text, (source) => source.replace('Скрыть суммы', 'Спрятать суммы'))
    await releaseCommand(portal, ['release', 'shell'], copy)
    const after = await liveShell(portal)
    const changed = Object.keys(after.files ?? {}).filter((file) => after.files?.[file] !== before.files?.[file])
    const sizes = await Promise.all(
      changed.map(async (file) => {
        const content = await readFile(join(portal.folder, 'releases/shell', after.version, file))
        return { file, bytes: brotliCompressSync(content).length }
      }),
    )
    expect(bytesOf(sizes), JSON.stringify(sizes)).toBeLessThanOrEqual(budget.shellBytes)

    const loaded = await filesOf(page, async () => {
      await page.goto(`${portal.url}/`)
      await expect(page.getByRole('button', { name: 'Спрятать суммы' })).toBeVisible()
    })
    const again = loadedAgain(loaded, first)
    expect(again.map(({ file, coding }) => `${file} ${coding}`)).toEqual(['shell/main.js dcz'])
    expect(bytesOf(again), JSON.stringify(again)).toBeLessThanOrEqual(budget.shellDeltaBytes)
    test.info().annotations.push({ type: 'measured', description: JSON.stringify({ sizes, again }) })
  } finally {
    await rm(copy, { recursive: true })
  }
})

test('a returning user loads the differences of a remote’s files @phone', async ({ context, portal }) => {
  const page = await context.newPage()
  const open = (text: string) => async () => {
    await page.goto(`${portal.url}/`)
    await expect(page.getByText(text)).toBeVisible()
  }
  const first = await filesOf(page, open('Последние чаевые'))
  await portal.release('mfe-tips', {
    file: pageScript,
    to: (text) => text.replace('Последние чаевые', 'Недавние чаевые'),
  })
  const second = await filesOf(page, open('Недавние чаевые'))
  const again = loadedAgain(second, first)
  expect(again.length).toBeGreaterThan(1)
  for (const { file, coding, bytes } of again) {
    expect(`${file} ${coding}`).toMatch(/^mfe-tips\/.* dcz$/)
    expect(bytes, file).toBeLessThanOrEqual(budget.remoteDeltaBytes)
  }
  test.info().annotations.push({ type: 'measured', description: JSON.stringify(again) })

  const third = await filesOf(page, open('Недавние чаевые'))
  expect(loadedAgain(third, second)).toEqual([])
})

/** Waits until the portal serves the shell that is live. */
async function liveShell(portal: ReleasedPortal): Promise<Release> {
  const store = folderStore(portal.folder)
  const { names, sequence } = await readRegistry(store)
  const { current } = names.shell ?? {}
  if (!current) throw new Error('The shell is not released')
  await expect.poll(async () => (await (await fetch(`${portal.url}/registry.json`)).json()).sequence).toBe(sequence)
  return readRelease(store, 'shell', current)
}

/** `file`: `shell/main.js`. */
type LoadedFile = { file: string; coding: string; bytes: number }

/** Returns those of the files that were loaded before: others are loaded in the background, before or after the end of a visit. */
function loadedAgain(files: readonly LoadedFile[], before: readonly LoadedFile[]): LoadedFile[] {
  return files.filter(({ file }) => before.some((other) => other.file === file))
}

/** Returns the files of releases that the page loads over the network meanwhile, with their bytes including the headers. */
async function filesOf(page: Page, visit: () => Promise<void>): Promise<LoadedFile[]> {
  const client = await page.context().newCDPSession(page)
  const loading = new Map<string, Omit<LoadedFile, 'bytes'>>()
  const loaded: LoadedFile[] = []
  client.on('Network.responseReceived', ({ requestId, response: { url, headers, fromDiskCache } }) => {
    const [, name, file] = /\/releases\/([^/]+)\/[^/]+\/([^/]+)$/.exec(url) ?? []
    if (file && !fromDiskCache)
      loading.set(requestId, { file: `${name}/${file}`, coding: headers['content-encoding'] ?? '' })
  })
  const cached = new Set<string>()
  client.on('Network.requestServedFromCache', ({ requestId }) => cached.add(requestId))
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const response = loading.get(requestId)
    if (response && !cached.has(requestId)) loaded.push({ ...response, bytes: encodedDataLength })
  })
  await client.send('Network.enable')
  await visit()
  await client.detach()
  return loaded
}

function bytesOf(files: readonly { bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}
