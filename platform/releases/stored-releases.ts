import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '@portal/command/command'
import { apiTypesFile, formatRelease, type Release } from '../bundler/release.ts'
import type { ReleasePointer } from './registry.ts'
import { type Found, findPointer, readRegistry, readRelease } from './releases.ts'
import { integrityByFile, isAsBuilt, isOfRelease } from './stores/release-content.ts'
import type { ReleaseStore } from './stores/store.ts'

// Releases that were built earlier. Exactly their files go live, in the same store or in another one.

/** `mfe-tips@3f2a91c04be7`, or `mfe-tips` for what is current. */
export type Selection = { name: string; version?: string | undefined }

/** @throws CommandError when it names no release */
function parseSelection(text: string): Selection {
  const [, name, version] = /^(shell|mfe-[a-z-]{1,40})(?:@([\w.-]{1,64}))?$/.exec(text) ?? []
  if (!name) throw new CommandError(`${text} is no release; mfe-tips and mfe-tips@3f2a91c04be7 are`)
  return { name, version }
}

/** Returns each release once. @throws CommandError when a text names no release, or two versions of one name */
export function parseSelections(texts: readonly string[]): Selection[] {
  const selections = [...new Set(texts)].map(parseSelection)
  const repeated = selections.find(({ name }, index) => selections.findIndex((other) => other.name === name) < index)
  if (repeated) throw new CommandError(`${repeated.name} is named twice`)
  return selections
}

/**
 * Returns the pointer to a release of a store: the current one, or the one of a version that any of its registries has.
 * @throws CommandError when there is none
 */
export async function findRelease(store: ReleaseStore, { name, version }: Selection): Promise<Found> {
  // Also throws when no registry is valid, such as with the wrong keys.
  const { names, sequence } = await readRegistry(store)
  if (!version) {
    if (!names[name]) throw new CommandError(`${name} has never been released there`)
    return { pointer: names[name].current, sequence }
  }
  const found = await findPointer(store, name, (pointer) => pointer.version === version)
  if (!found) throw new CommandError(`${name} ${version} has never been released there; npm run release:list`)
  return found
}

/**
 * Copies a release into a new folder, byte for byte. Files that release.json does not name stay behind,
 * except for the types of a shell.
 * @throws Error when a file is missing or is another one than release.json says
 */
export async function copyRelease(
  store: ReleaseStore,
  name: string,
  pointer: ReleasePointer,
  folder: string,
): Promise<void> {
  const release = await readRelease<Release>(store, name, pointer)
  const integrities = integrityByFile(release)
  const files = (await store.listFiles(name, pointer.version)).filter(
    // Earlier shells do not name their types.
    (file) => isOfRelease(file, integrities) || file === apiTypesFile,
  )
  const missing = Object.keys(integrities).find((file) => !files.includes(file))
  if (missing) throw new Error(`${missing} of ${formatRelease(release)} is not there`)
  await mkdir(folder, { recursive: true })
  for (const file of files) {
    const content = await store.readFile(name, pointer.version, file)
    if (!content || !isAsBuilt(file, content, { ...integrities, 'release.json': pointer.integrity })) {
      throw new Error(`${file} of ${formatRelease(release)} is not as release.json says`)
    }
    await writeFile(join(folder, file), content)
  }
}
