import { sharedSlots } from '@portal/shared/manifest'
import { formatRelease, isShell, type Release, type RemoteRelease } from '../../bundler/release.ts'
import { weight } from './budget.ts'

/** What all fillers of a shared slot may weigh together, in bytes of brotli. */
const MAX_SHARED_SLOT_BYTES = 10_000

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

/** Returns slots for which the remote names an order and that it does not fill, or fills without others. */
export function needlessOrders(remote: RemoteRelease): string[] {
  return Object.keys(remote.manifest.fillOrder ?? {})
    .filter((slot) => !filledSlots(remote).includes(slot) || !sharedSlots.includes(slot))
    .map((slot) => `${formatRelease(remote)}: fillOrder has ${slot}, which is not a shared slot that it fills`)
}

/** Returns slots that both remotes fill and that may have only one filler. */
export function takenSlots(remote: RemoteRelease, other: Release): string[] {
  if (isShell(other)) return []
  return filledSlots(remote)
    .filter((slot) => filledSlots(other).includes(slot) && !sharedSlots.includes(slot))
    .map((slot) => `${formatRelease(remote)}: slot ${slot} is filled by ${other.name}`)
}

/** Returns shared slots whose fillers weigh too much together. The heaviest release of each remote counts. */
export function overfullSlots(joining: readonly RemoteRelease[], others: readonly Release[]): string[] {
  const remotes = [...joining, ...others].flatMap((release) => (isShell(release) ? [] : release))
  const filled = sharedSlots.filter((slot) => joining.some((remote) => filledSlots(remote).includes(slot)))
  return filled.flatMap((slot) => {
    const bytes = new Map<string, number>()
    for (const remote of remotes.filter((one) => filledSlots(one).includes(slot))) {
      const own = weight(remote, remote.slots?.[slot]?.files ?? [])
      bytes.set(remote.name, Math.max(own, bytes.get(remote.name) ?? 0))
    }
    const sum = [...bytes.values()].reduce((total, each) => total + each, 0)
    if (sum <= MAX_SHARED_SLOT_BYTES) return []
    const names = [...bytes.keys()].sort().join(', ')
    return `slot ${slot} may weigh ${MAX_SHARED_SLOT_BYTES} bytes; what ${names} fill it with weighs ${sum}`
  })
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
