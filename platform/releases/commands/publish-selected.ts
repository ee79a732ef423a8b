import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '@portal/command/command'
import { buildRelease, readBuild } from '../../bundler/build-release.ts'
import { nameOf } from '../../bundler/release.ts'
import type { Registry, ReleasePointer } from '../registry.ts'
import { copyRelease, findRelease, type Selection } from '../stored-releases.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { publish, type StoredBuild } from './publish.ts'
import { requirePackage } from './require-package.ts'

type Options = {
  /** For the reason that the registry records: `release`. */
  action: string
  change: (names: Registry['names'], name: string, pointer: ReleasePointer) => Registry['names']
  /** The portal whose API has to have the calls. */
  origin?: string | undefined
  /** The files come from this store, also those of what is current there. Without it only those of a named version, of `store` itself. */
  from?: { store: ReleaseStore; location: string } | undefined
}

/**
 * Publishes releases as one change: those with a version and those of another store as they are, byte for byte, others from this working
 * copy. Returns the live registry and what was published, `mfe-tips 3f2a91c04be7`.
 * @throws CommandError when one is rejected (`publish`) or not there
 */
export async function publishSelected(
  store: ReleaseStore,
  selections: readonly Selection[],
  { action, change, origin, from }: Options,
): Promise<{ registry: Registry; published: string[] }> {
  const isBuilt = ({ version }: Selection) => !from && !version
  for (const { name } of selections.filter(isBuilt)) requirePackage(name)
  const copies = await mkdtemp(join(tmpdir(), 'stored-releases-'))
  try {
    const builds: string[] = []
    const stored = new Map<string, StoredBuild>()
    // One after the other, since a machine of CI has the memory for one build.
    for (const selection of selections) {
      const { name } = selection
      if (isBuilt(selection)) {
        builds.push(await buildRelease(name, say))
        continue
      }
      const { pointer, promotedFrom } = await findIn(from, store, selection)
      const folder = join(copies, name)
      await copyRelease(from?.store ?? store, name, pointer, folder)
      const { integrity, source } = pointer
      stored.set(name, { integrity, origin: { ...(source && { source }), ...(promotedFrom && { promotedFrom }) } })
      builds.push(folder)
    }
    const registry = await publish(store, builds, action, change, { origin, stored })
    return { registry, published: builds.map((folder) => nameOf(readBuild(folder))) }
  } finally {
    await rm(copies, { recursive: true, force: true })
  }
}

async function findIn(
  from: Options['from'],
  store: ReleaseStore,
  selection: Selection,
): Promise<{ pointer: ReleasePointer; promotedFrom: string | undefined }> {
  const { pointer, sequence } = await findRelease(from?.store ?? store, selection)
  return { pointer, promotedFrom: from ? `${from.location}, registry ${sequence}` : pointer.promotedFrom }
}
