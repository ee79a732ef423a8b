import { type SlotName, type SlotProps, slotHeights } from '@portal/shared/slot'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { useHydrated } from '@portal/shared/use-hydrated'
import { type ComponentType, memo, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { fallBack, loadSlot } from '../load-page.ts'
import { pageRegistry } from '../registry.ts'
import { LazyParts } from './lazy-parts.ts'
import styles from './remote-slot.module.css'
import { SectionBoundary } from './section-boundary.tsx'
import { PartShown, useRemotePart } from './use-remote-part.tsx'

/** After this time the page's own fallback is shown while a filler is on its way. */
const fallbackAfterMs = 4000

const fillers = new LazyParts((remote, slot) => loadSlot(remote, slot))

/** The server has the code of a filler before it renders the page. */
export function fillerLoaded(remote: string, slot: string, filler: ComponentType): void {
  fillers.set(remote, slot, { Component: filler })
}

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
  const { attempt, part, isMounted, boundary } = useRemotePart({
    parts: fillers,
    remote,
    name,
    fallBack: (version) => fallBack(remote, version, name),
    hasSkeleton: () => Boolean(slot.current?.querySelector('[data-skeleton]')),
    isTyped: () => false,
  })
  const Filler = part.Part as ComponentType<typeof props>
  return (
    <div ref={slot} className={styles.slot} data-slot={name}>
      <SectionBoundary key={attempt} {...boundary} fallback={fallback}>
        <Suspense fallback={attempt > 0 ? fallback : <Waiting name={name} fallback={fallback} />}>
          <Filler {...props} />
          <PartShown isMounted={isMounted} />
        </Suspense>
      </SectionBoundary>
    </div>
  )
})

function Waiting({ name, fallback }: { name: SlotName; fallback: ReactNode }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLong, fallbackAfterMs, true)
    return () => clearTimeout(timer)
  }, [])
  return isLong ? fallback : <Skeleton height={slotHeights[name]} radius="var(--radius-control)" />
}
