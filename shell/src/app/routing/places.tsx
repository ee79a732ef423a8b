import { type ReactNode, useState } from 'react'
import { pageRelease } from '../../remotes/sections/remote-page.tsx'
import { RouteErrorBoundary } from './route-error-boundary.tsx'
import type { RouteHandle } from './use-route-handle.ts'

type Place = { place: string; page: RouteHandle['page'] }

type PlacesProps = Place & { fallback: ReactNode; children: ReactNode }

/**
 * Renders its children in an error boundary of their place. The boundary of the previous place stays, empty: it catches
 * errors in the cleanup of effects of the page that was left, so that they do not affect the page that is shown.
 */
export function Places({ place, page, fallback, children }: PlacesProps) {
  const [places, setPlaces] = useState<Place[]>([{ place, page }])
  const current = places.at(-1)
  if (current?.place !== place) setPlaces([...(current ? [current] : []), { place, page }])

  return places.map((one) => (
    <RouteErrorBoundary
      key={one.place}
      fallback={one.place === place && fallback}
      releaseInside={() => one.page && pageRelease(one.page.remote, one.page.path)}
    >
      {one.place === place && children}
    </RouteErrorBoundary>
  ))
}
