import type { FillerName, RenderedWith } from '@portal/shared/rendering-protocol'
import { type SlotProps, slotHeights } from '@portal/shared/slot'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { useHydrated } from '@portal/shared/use-hydrated'
import { type ComponentType, memo, type ReactNode, useRef, useState } from 'react'
import { loadSlot } from '../load-page.ts'
import { pageRegistry } from '../registry.ts'
import { type Release, releases } from '../releases.ts'
import { RemoteSection } from './remote-section.tsx'
import styles from './remote-slot.module.css'
import { Sections } from './sections.ts'

/** Of a filler that names none. */
const DEFAULT_ORDER = 50

export const fillers = new Sections(
  (remote, slot) => loadSlot(remote, slot),
  ({ remote, version }, slot, cause) => releases.markFailedIfReplaceable(remote, version, slot, cause),
)

/** Returns the remotes whose live releases fill a slot, in their order. */
function findFillers(slot: string): string[] {
  const order = ([, { current }]: [string, { current: Release }]) => current.manifest.fillOrder?.[slot] ?? DEFAULT_ORDER
  return Object.entries(pageRegistry().remotes)
    .filter(([, { current }]) => current.manifest.fills?.includes(slot))
    .sort((one, other) => order(one) - order(other))
    .map(([remote]) => remote)
}

let filledByServer: readonly FillerName[] = []

type RenderedFillers = Pick<RenderedWith, 'fillers' | 'slots'>

/** Returns what fills slots in the HTML of the server. Instead of other fillers the HTML contains fallbacks. */
export function fillersIn({ fillers, slots = [] }: RenderedFillers): readonly FillerName[] {
  if (fillers) return fillers
  // An older portal server knows only slots, which have one filler each.
  const first = (slot: string) => findFillers(slot).slice(0, 1)
  return slots.flatMap((slot) => first(slot).map((remote) => ({ slot, remote })))
}

/** Sets what fills slots in the HTML of the server. */
export function fillersRendered(rendered: RenderedFillers): void {
  filledByServer = fillersIn(rendered)
}

/** A slot for parts of other remotes. The failure of one affects neither the page nor the others. */
export function RemoteSlot(slot: SlotProps): ReactNode {
  const remotes = findFillers(slot.name)
  if (remotes.length === 0) return slot.fallback
  return remotes.map((remote) => <SlotPart key={remote} remote={remote} {...slot} />)
}

type SlotPartProps = SlotProps & { remote: string }

/** What one remote brings for a slot. */
export function SlotPart(part: SlotPartProps): ReactNode {
  const { remote, name, fallback } = part
  const hydrated = useHydrated()
  // Instead of a part that the server could not render its fallback stays until the page is opened again.
  const [isEmpty] = useState(
    !hydrated && !filledByServer.some((filler) => filler.remote === remote && filler.slot === name),
  )
  return isEmpty && (fallback !== null || !hydrated) ? fallback : <FilledSlot {...part} />
}

/** Memoized: an update before its code is there would make React replace the HTML of the server by the skeleton. */
const FilledSlot = memo(function FilledSlot({ remote, name, props, fallback }: SlotPartProps) {
  const slot = useRef<HTMLDivElement>(null)
  const height = slotHeights[name]
  return (
    <div ref={slot} className={styles.slot} data-slot={name}>
      <RemoteSection
        sections={fillers}
        remote={remote}
        name={name}
        skeleton={height && <Skeleton height={height} radius="var(--radius-control)" />}
        fallback={fallback}
        hasSkeleton={() => Boolean(slot.current?.querySelector('[data-skeleton]'))}
      >
        {(Part) => {
          const Filler = Part as ComponentType<typeof props>
          return <Filler {...props} />
        }}
      </RemoteSection>
    </div>
  )
})
