import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say } from '@portal/command/command'
import { buildRelease, readBuild } from '../../bundler/build-release.ts'
import { formatRelease } from '../../bundler/release.ts'
import type { Registry, ReleasePointer } from '../registry.ts'
import { copyRelease, findRelease, type Selection } from '../stored-releases.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { publish, type StoredBuild } from './publish.ts'
import { requirePackage } from './require-package.ts'
import { requirePassingTests } from './run-tests.ts'

type Options = {
  /** The verb in the reason that the registry records: `release`. */
  action: string
  change: (names: Registry['names'], name: string, pointer: ReleasePointer) => Registry['names']
  /** The portal whose API must have the calls of the releases. */
  origin?: string | undefined
  /** The store that all files come from. Without it, only releases with a version are copied, from `store` itself. */
  from?: { store: ReleaseStore; location: string } | undefined
  /** Whether to leave out the tests of remotes that are built. */
  isUntested?: boolean | undefined
}

/**
 * Publishes releases as one change. A release with a version or from another store is copied byte for byte, others are
 * built from this working copy, and the tests of these remotes run. Returns the live registry and what was published:
 * `mfe-tips 3f2a91c04be7`.
 * @throws CommandError when a release is rejected (`publish`) or does not exist, or a test fails
 */
export async function publishSelected(
  store: ReleaseStore,
  selections: readonly Selection[],
  { action, change, origin, from, isUntested }: Options,
): Promise<{ registry: Registry; published: string[] }> {
  const isBuilt = ({ version }: Selection) => !from && !version
  for (const { name } of selections.filter(isBuilt)) requirePackage(name)
  const copies = await mkdtemp(join(tmpdir(), 'stored-releases-'))
  try {
    const builds: string[] = []
    const stored = new Map<string, StoredBuild>()
    // One build at a time, because a CI machine has memory for only one.
    for (const selection of selections) {
      const { name } = selection
      if (isBuilt(selection)) {
        builds.push(await buildRelease(name, say))
        continue
      }
      const { pointer, promotedFrom } = await findIn(from, store, selection)
      const folder = join(copies, name)
      await copyRelease(from?.store ?? store, name, pointer, folder)
      const { integrity, source, untested } = pointer
      const known = { ...(source && { source }), ...(promotedFrom && { promotedFrom }), ...(untested && { untested }) }
      stored.set(name, { integrity, origin: known })
      builds.push(folder)
    }
    const remotes = selections.filter((one) => isBuilt(one) && one.name !== 'shell').map(({ name }) => name)
    if (!isUntested) requirePassingTests(remotes)
    const registry = await publish(store, builds, action, change, { origin, stored, isUntested })
    return { registry, published: builds.map((folder) => formatRelease(readBuild(folder))) }
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
