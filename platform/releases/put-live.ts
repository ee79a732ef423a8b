import type { BuiltRelease } from '../bundler/build-release.ts'
import { prune } from './prune.ts'
import type { RegistryFile, ReleasePointer } from './registry.ts'
import { changeRegistry, type Releases, storeRelease } from './releases.ts'

type Names = RegistryFile['names']

type Change = {
  /** As the registry keeps it: `release mfe-tips 3f2a…`. */
  reason: string
  /** What becomes of one name. */
  change: (names: Names, name: string, pointer: ReleasePointer) => Names
  /** Asked of what is live at that moment; when it throws, that stays live. Returns `uncheckedShells` of the remotes. */
  check?: (names: Names) => Promise<string[]>
  report: (line: string) => void
}

/** Stores builds and puts them live by one registry, so that pages get all of them or none. */
export async function putLive(
  releases: Releases,
  built: readonly BuiltRelease[],
  { reason, change, check, report }: Change,
): Promise<void> {
  let stored: { name: string; pointer: ReleasePointer }[] | undefined
  const live = await changeRegistry(releases, reason, async (before) => {
    const uncheckedShells = await check?.(before)
    stored ??= await Promise.all(
      built.map(async (build) => ({ name: build.name, pointer: await storeRelease(releases, build) })),
    )
    const checked = (name: string, pointer: ReleasePointer): ReleasePointer =>
      uncheckedShells && name !== 'shell' ? { ...pointer, uncheckedShells } : pointer
    return stored.reduce((changed, { name, pointer }) => change(changed, name, checked(name, pointer)), before)
  })
  for (const { name } of built) await prune(releases, name, live, report)
}
