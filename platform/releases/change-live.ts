import type { ReleaseChange } from '@portal/contracts/release'
import { checkRollback } from './compatibility/check-rollback.ts'
import { withdrawnReleases } from './overview/release-log.ts'
import type { ReadRegistries } from './overview/stored-registries.ts'
import {
  canaryEnded,
  canaryStarted,
  entryPointers,
  type Names,
  type Registry,
  released,
  rolledBack,
} from './registry.ts'
import { changeRegistry, readRegistry } from './releases.ts'
import type { ReleaseStore } from './stores/store.ts'

type Code = 'not_found' | 'releases_changed' | 'incompatible_releases'

/** Says why a change was rejected. */
export class ChangeRejected extends Error {
  readonly code: Code
  /** For `incompatible_releases`: one line for each problem. */
  readonly problems: string[]

  constructor(code: Code, problems: string[] = []) {
    super(code)
    this.code = code
    this.problems = problems
  }
}

/**
 * Makes a release live. Signed registries must name the release, so that write access to the store is not enough.
 * Writes nothing when the change is done already, as after a lost response. Returns the number of the live registry.
 * @throws ChangeRejected
 */
export async function changeLive(
  store: ReleaseStore,
  readRegistries: ReadRegistries,
  change: ReleaseChange,
  by: string,
): Promise<number> {
  const { sequence: seen, name, kind, version, percent } = change
  const registries = await readRegistries(await readRegistry(store))
  const stored = new Set(await store.listReleases(name))
  const reason = `${kind}${percent ? ` ${percent} %` : ''} ${name} ${version} by the page of releases`
  const { sequence: live } = await changeRegistry(store, { reason, by }, async (before, sequence) => {
    if (isDone(before, change)) return before
    if (sequence !== seen) throw new ChangeRejected('releases_changed')
    if (kind !== 'end_canary' && !stored.has(version)) throw new ChangeRejected('not_found')
    const { after, visible } = changed(before, change, registries)
    const problems = await checkRollback(visible, [name], store)
    if (problems.length > 0) {
      throw new ChangeRejected(
        'incompatible_releases',
        problems.map(({ text }) => text),
      )
    }
    return after
  })
  return live
}

function isDone(names: Names, { name, kind, version, percent }: ReleaseChange): boolean {
  const { current, canary } = names[name] ?? {}
  if (kind === 'canary') return canary?.version === version && canary.percent === percent
  if (kind === 'end_canary') return current !== undefined && canary?.version !== version
  return current?.version === version && !canary
}

/** `visible` is what pages may get after the change: a canary counts as current there. @throws ChangeRejected */
function changed(
  names: Names,
  { name, kind, version, percent = 0 }: ReleaseChange,
  registries: readonly Registry[],
): { after: Names; visible: Names } {
  const entry = names[name]
  if (!entry) throw new ChangeRejected('not_found')
  if (kind === 'end_canary') return both(canaryEnded(names, name))
  if (kind === 'rollback') {
    if (entry.history[0]?.version !== version) throw new ChangeRejected('releases_changed')
    return both(rolledBack(names, name))
  }
  const known = [...entryPointers(entry), ...withdrawnReleases(registries, name)]
  const pointer = known.find((one) => one.version === version)
  if (!pointer || (kind === 'canary' && (name === 'shell' || version === entry.current.version))) {
    throw new ChangeRejected('not_found')
  }
  const { percent: _share, audience: _users, ...release } = { percent: 0, audience: undefined, ...pointer }
  const audience = entry.canary?.version === version ? entry.canary.audience : undefined
  const visible = released(names, name, release)
  if (kind === 'promote') return both(visible)
  return { after: canaryStarted(names, name, release, { percent, audience }), visible }
}

function both(names: Names): { after: Names; visible: Names } {
  return { after: names, visible: names }
}
