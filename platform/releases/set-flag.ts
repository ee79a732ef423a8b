import { CommandError } from '@portal/command/command'
import type { RemoteFlag } from '@portal/shared/manifest'
import type { RemoteRelease } from '../bundler/release.ts'
import { requireSigningKey } from './read-only.ts'
import { entryPointers, flagSet, type Names, type Registry } from './registry.ts'
import { changeRegistry, readRelease } from './releases.ts'
import { unlessDamaged } from './stores/release-content.ts'
import type { ReleaseStore } from './stores/store.ts'

export type FlagChange = {
  name: string
  flag: string
  /** When undefined, the setting is removed and the manifest's default applies. */
  value: boolean | undefined
  /** The id of the restaurant. When undefined, the flag is set for all restaurants. */
  restaurant?: string | undefined
}

/**
 * Switches a flag of a remote without a release. Returns the live registry.
 * @throws CommandError when no live release of the remote declares it
 * @throws Error when registries are signed and there is no signing key
 */
export async function setFlag(store: ReleaseStore, change: FlagChange): Promise<Registry> {
  const { name, flag, value, restaurant } = change
  await requireSigningKey(store, [name])
  const state = value === undefined ? 'default' : value ? 'on' : 'off'
  const where = restaurant ? ` of restaurant ${restaurant}` : ''
  return changeRegistry(store, `flag ${name} ${flag} ${state}${where}`, async (names) => {
    const known = await readFlags(store, names, name)
    // What no release declares any more may still be removed.
    if (!Object.hasOwn(known, flag) && value !== undefined) {
      throw new CommandError(`${name} has no flag ${flag}${describeFlags(known)}`)
    }
    return flagSet(names, name, flag, value, restaurant)
  })
}

/** Returns the flags that the live releases of a remote declare: the current, the canary and the previous one. */
async function readFlags(store: ReleaseStore, names: Names, name: string): Promise<Record<string, RemoteFlag>> {
  const entry = names[name]
  if (!entry || name === 'shell') throw new CommandError(`${name} is no remote that has been released`)
  const live = entryPointers({ ...entry, history: entry.history.slice(0, 1) })
  const releases = await Promise.all(
    live.map((pointer) => unlessDamaged(readRelease<RemoteRelease>(store, name, pointer))),
  )
  return Object.assign({}, ...releases.map((release) => release?.manifest.flags ?? {}))
}

function describeFlags(flags: Record<string, RemoteFlag>): string {
  const lines = Object.entries(flags).map(([flag, { about }]) => `\n  ${flag}  ${about}`)
  return lines.length > 0 ? `; it has${lines.join('')}` : ': its manifest declares none'
}
