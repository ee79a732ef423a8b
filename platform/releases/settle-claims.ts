import type { Release, RemoteRelease, ShellRelease } from '../bundler/release.ts'
import { takenLabels } from './compatibility/labels.ts'
import { takenPaths } from './compatibility/routes.ts'
import { takenSlots } from './compatibility/slots.ts'
import type { LiveRemote, LostRelease } from './live.ts'

/**
 * Leaves out releases that claim an address, a slot or a label of another remote or of the shell. The gate refuses
 * these releases, but the owner of the key of one remote can sign without the gate. What two remotes claim belongs to
 * the one that had it in `last`, the releases that pages get until now, or else to the one that was built earlier. The
 * other remote keeps the release that it had, or its previous one.
 */
export function settleClaims(
  shell: ShellRelease,
  remotes: readonly LiveRemote[],
  last: readonly LiveRemote[] = [],
): { remotes: LiveRemote[]; lost: LostRelease[] } {
  const lost: LostRelease[] = []
  const lastRelease = ({ name }: LiveRemote) => last.find((remote) => remote.name === name)?.current

  function isOwner(one: LiveRemote, other: LiveRemote): boolean {
    const [had, otherHad] = [claimed(lastRelease(one), other.current), claimed(lastRelease(other), one.current)]
    return had === otherHad ? one.current.builtAt < other.current.builtAt : had
  }

  const claimsOfOthers = (remote: LiveRemote, release: RemoteRelease, isRival = (_: LiveRemote) => true) => [
    ...claims(release, shell),
    ...remotes.filter((other) => other !== remote && isRival(other)).flatMap(({ current }) => claims(release, current)),
  ]

  function settle(remote: LiveRemote): LiveRemote[] {
    const { name, current, previous, canary } = remote
    const isFree = (release: RemoteRelease | undefined) =>
      release !== undefined && claimsOfOthers(remote, release).length === 0
    const problems = claimsOfOthers(remote, current, (other) => !isOwner(remote, other))
    // The previous release does not count, because it runs at the addresses of the current release.
    if (problems.length === 0) return [{ ...remote, canary: isFree(canary?.release) ? canary : undefined }]
    lost.push({ name, version: current.version, text: problems.join('; ') })
    const instead = [lastRelease(remote), previous].find(isFree)
    return instead ? [{ ...remote, current: instead, previous: undefined, canary: undefined }] : []
  }

  return { remotes: remotes.flatMap(settle), lost }
}

function claimed(release: RemoteRelease | undefined, other: RemoteRelease): boolean {
  return release !== undefined && claims(release, other).length > 0
}

/** Returns what both releases claim, one line each. */
function claims(release: RemoteRelease, other: Release): string[] {
  return [...takenPaths(release, other), ...takenSlots(release, other), ...takenLabels(release, other)]
}
