import { isShell, nameOf, type Release, type RemoteRelease } from '../../bundler/release.ts'

/** Returns slots that the remote fills without code for them, and those that it offers under the name of another remote. */
export function brokenSlots(remote: RemoteRelease): string[] {
  const empty = fillsOf(remote)
    .filter((slot) => !remote.slots?.[slot])
    .map((slot) => `${nameOf(remote)}: it has nothing for slot ${slot}, which its manifest fills`)
  const strays = offersOf(remote)
    .filter((slot) => !isOf(slot, remote))
    .map((slot) => `${nameOf(remote)}: its slot ${slot} has to begin with ${prefixOf(remote)}`)
  return [...empty, ...strays]
}

/** Returns slots that both remotes fill: each has one filler. */
export function takenSlots(remote: RemoteRelease, other: Release): string[] {
  if (isShell(other)) return []
  return fillsOf(remote)
    .filter((slot) => fillsOf(other).includes(slot))
    .map((slot) => `${nameOf(remote)}: slot ${slot} is filled by ${other.name}`)
}

/** Returns slots that the other release fills and that this one, whose pages they belong to, does not offer. */
export function lostSlots(file: Release, other: Release): string[] {
  if (isShell(file) || isShell(other)) return []
  return fillsOf(other)
    .filter((slot) => isOf(slot, file) && !offersOf(file).includes(slot))
    .map((slot) => `${nameOf(other)} fills slot ${slot}, which ${nameOf(file)} does not have`)
}

function fillsOf({ manifest }: RemoteRelease): readonly string[] {
  return manifest.fills ?? []
}

function offersOf({ manifest }: RemoteRelease): string[] {
  return manifest.routes.flatMap(({ slots = [] }) => slots)
}

/** `mfe-tips` → `tips.` */
function prefixOf({ name }: RemoteRelease): string {
  return `${name.replace(/^mfe-/, '')}.`
}

function isOf(slot: string, remote: RemoteRelease): boolean {
  return slot.startsWith(prefixOf(remote))
}
