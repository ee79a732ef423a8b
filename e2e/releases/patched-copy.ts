import { randomBytes } from 'node:crypto'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type RemoteRelease, toIntegrity } from '@portal/platform/bundler/release'
import { listFiles } from '@portal/platform/bundler/write-release'
import type { ReleasePointer } from '@portal/platform/releases/registry'

/** A change to the text of one file of a release. */
export type Change = { file: (release: RemoteRelease) => string; to: (text: string) => string }

/** Returns the script of the remote's first page, which the tests open. */
export const pageScript = (release: RemoteRelease) => pageFile(release, '.js')
export const pageStylesheet = (release: RemoteRelease) => pageFile(release, '.css')

const firstPages = ['/', '/out', '/settings', '/team']

function pageFile({ pages, manifest }: RemoteRelease, ending: string): string {
  const home = manifest.routes.find(({ path }) => firstPages.includes(path))?.path ?? ''
  const file = pages[home]?.files.filter((name) => name.endsWith(ending)).at(-1)
  if (!file) throw new Error(`${home} of ${manifest.name} has no ${ending}`)
  return file
}

/** Replaces fields of its release.json. */
export type Overrides = Partial<Pick<RemoteRelease, 'shared' | 'server'>>

/** A release in `folder`: the code of another release under a new version, apart from one change. */
export type PatchedCopy = { folder: string; pointer: ReleasePointer; release: RemoteRelease }

/**
 * Creates a release without a build, as a build of broken sources would be. It replaces the version, which webpack
 * writes into each file, and recomputes the integrity of the changed file.
 */
export async function createPatchedCopy(
  built: string,
  change?: Change,
  overrides: Overrides = {},
): Promise<PatchedCopy> {
  const before: RemoteRelease = JSON.parse(await readFile(join(built, 'release.json'), 'utf8'))
  const version = randomBytes(6).toString('hex')
  const folder = join(tmpdir(), `patched-copy-${version}`)
  await cp(built, folder, { recursive: true })
  for (const file of await readdir(folder)) {
    const path = join(folder, file)
    // The compressed files contain the text from before the change.
    if (/\.(br|gz)$/.test(file)) await rm(path)
    if (!/\.(c?js|css)$/.test(file)) continue
    let text = (await readFile(path, 'utf8')).replaceAll(before.version, version)
    if (change?.file(before) === file) text = changed(text, change)
    await writeFile(path, text)
    if (file === before.server?.file) overrides = { server: { file, integrity: toIntegrity(text) }, ...overrides }
  }
  const release: RemoteRelease = {
    ...JSON.parse(JSON.stringify(before).replaceAll(before.version, version)),
    ...overrides,
    files: listFiles(folder),
  }
  const text = JSON.stringify(release)
  await writeFile(join(folder, 'release.json'), text)
  return { folder, release, pointer: { version, integrity: toIntegrity(text), at: new Date().toISOString() } }
}

function changed(text: string, { to }: Change): string {
  const after = to(text)
  if (after === text) throw new Error('The change found nothing to change: the bundler writes it differently now')
  return after
}
