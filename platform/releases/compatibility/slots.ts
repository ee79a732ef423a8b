import { formatRelease, isShell, type Release, type RemoteRelease } from '../../bundler/release.ts'

/** Returns slots that the remote fills without code for them, and slots that it offers under another remote's name. */
export function brokenSlots(remote: RemoteRelease): string[] {
  const empty = filledSlots(remote)
    .filter((slot) => !remote.slots?.[slot])
    .map((slot) => `${formatRelease(remote)}: it has nothing for slot ${slot}, which its manifest fills`)
  const strays = offeredSlots(remote)
    .filter((slot) => !isOwnSlot(slot, remote))
    .map((slot) => `${formatRelease(remote)}: its slot ${slot} has to begin with ${slotPrefix(remote)}`)
  return [...empty, ...strays]
}

/** Returns slots that both remotes fill, because a slot may have only one filler. */
export function takenSlots(remote: RemoteRelease, other: Release): string[] {
  if (isShell(other)) return []
  return filledSlots(remote)
    .filter((slot) => filledSlots(other).includes(slot))
    .map((slot) => `${formatRelease(remote)}: slot ${slot} is filled by ${other.name}`)
}

/** Returns slots that the other release fills and that this release, which owns their pages, does not offer. */
export function lostSlots(file: Release, other: Release): string[] {
  if (isShell(file) || isShell(other)) return []
  return filledSlots(other)
    .filter((slot) => isOwnSlot(slot, file) && !offeredSlots(file).includes(slot))
    .map((slot) => `${formatRelease(other)} fills slot ${slot}, which ${formatRelease(file)} does not have`)
}

function filledSlots({ manifest }: RemoteRelease): readonly string[] {
  return manifest.fills ?? []
}

function offeredSlots({ manifest }: RemoteRelease): string[] {
  return manifest.routes.flatMap(({ slots = [] }) => slots)
}

/** `mfe-tips` → `tips.` */
function slotPrefix({ name }: RemoteRelease): string {
  return `${name.replace(/^mfe-/, '')}.`
}

function isOwnSlot(slot: string, remote: RemoteRelease): boolean {
  return slot.startsWith(slotPrefix(remote))
}
