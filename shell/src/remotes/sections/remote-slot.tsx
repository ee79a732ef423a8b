import { type SlotProps, slotHeights } from '@portal/shared/slot'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { useHydrated } from '@portal/shared/use-hydrated'
import { type ComponentType, memo, type ReactNode, useRef, useState } from 'react'
import { loadSlot } from '../load-page.ts'
import { pageRegistry } from '../registry.ts'
import { releases } from '../releases.ts'
import { RemoteSection } from './remote-section.tsx'
import styles from './remote-slot.module.css'
import { Sections } from './sections.ts'

export const fillers = new Sections(
  (remote, slot) => loadSlot(remote, slot),
  ({ remote, version }, slot) => releases.markFailedIfReplaceable(remote, version, slot),
)

/** Returns the remote whose live release fills a slot, or undefined. */
export function findFiller(slot: string): string | undefined {
  const remotes = Object.entries(pageRegistry().remotes)
  return remotes.find(([, { current }]) => current.manifest.fills?.includes(slot))?.[0]
}

let filledByServer: readonly string[] = []

/** Sets the slots that the server has filled in the HTML. The other slots contain fallbacks there. */
export function slotsRendered(slots: readonly string[]): void {
  filledByServer = slots
}

/** A slot for a part of another remote. A failure of that part does not affect the page. */
export function RemoteSlot({ name, props, fallback }: SlotProps): ReactNode {
  const hydrated = useHydrated()
  // A slot that the server could not fill stays as it is until the page is opened again.
  const [isEmpty] = useState(!hydrated && !filledByServer.includes(name))
  const remote = findFiller(name)
  return remote && !isEmpty ? <FilledSlot remote={remote} name={name} props={props} fallback={fallback} /> : fallback
}

/** Memoized: an update before its code is there would make React replace the HTML of the server by the skeleton. */
const FilledSlot = memo(function FilledSlot({ remote, name, props, fallback }: SlotProps & { remote: string }) {
  const slot = useRef<HTMLDivElement>(null)
  return (
    <div ref={slot} className={styles.slot} data-slot={name}>
      <RemoteSection
        sections={fillers}
        remote={remote}
        name={name}
        skeleton={<Skeleton height={slotHeights[name]} radius="var(--radius-control)" />}
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
