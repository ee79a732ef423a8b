import { createHash, randomBytes } from 'node:crypto'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { integrityOf, type ReleasePointer } from '@portal/shared/release/registry-file'
import type { RemoteReleaseFile } from '@portal/shared/release/release'

/** Works on the text of a file of a release. */
export type Change = { file: (release: RemoteReleaseFile) => string; to: (text: string) => string }

/** What its release.json says instead of the truth. */
export type Says = Partial<Pick<RemoteReleaseFile, 'shared'>>

/** A release of its own in `folder`, made from the text of another one: the same code under another version, and what is changed. */
export type Twin = { folder: string; pointer: ReleasePointer; release: RemoteReleaseFile }

/**
 * Builds nothing: the version, which webpack writes into each file, is replaced, and what was planted is given its right
 * integrity, as a build of broken sources would have.
 */
export async function makeTwin(built: string, change?: Change, says: Says = {}): Promise<Twin> {
  const before: RemoteReleaseFile = JSON.parse(await readFile(join(built, 'release.json'), 'utf8'))
  const version = randomBytes(6).toString('hex')
  const folder = join(tmpdir(), `twin-${version}`)
  await cp(built, folder, { recursive: true })
  const files: Record<string, string> = {}
  for (const file of await readdir(folder)) {
    const path = join(folder, file)
    // The compressed ones are of the text before.
    if (/\.(br|gz)$/.test(file)) await rm(path)
    if (!/\.(js|css)$/.test(file)) continue
    let text = (await readFile(path, 'utf8')).replaceAll(before.version, version)
    if (change?.file(before) === file) text = changed(text, change)
    await writeFile(path, text)
    files[file] = `sha256-${createHash('sha256').update(text).digest('base64')}`
  }
  const release: RemoteReleaseFile = {
    ...JSON.parse(JSON.stringify(before).replaceAll(before.version, version)),
    ...says,
    files,
  }
  const text = JSON.stringify(release)
  await writeFile(join(folder, 'release.json'), text)
  return { folder, release, pointer: { version, integrity: integrityOf(text), at: new Date().toISOString() } }
}

function changed(text: string, { to }: Change): string {
  const after = to(text)
  if (after === text) throw new Error('The change found nothing to change: the bundler writes it differently now')
  return after
}
