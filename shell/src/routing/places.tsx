import { type ReactNode, useState } from 'react'
import { releaseOfPage } from '../sections/remote-page.tsx'
import { RouteErrorBoundary } from './route-error-boundary.tsx'
import type { RouteHandle } from './use-route-handle.ts'

type Place = { place: string; page: RouteHandle['page'] }

type PlacesProps = Place & { fallback: ReactNode; children: ReactNode }

/**
 * Renders its children in a boundary of their place. That of the place before stays, empty: it catches what the effects of the page that
 * was left throw in their cleanup, and what is shown by now is not touched.
 */
export function Places({ place, page, fallback, children }: PlacesProps) {
  const [places, setPlaces] = useState<Place[]>([{ place, page }])
  const current = places.at(-1)
  if (current?.place !== place) setPlaces([...(current ? [current] : []), { place, page }])

  return places.map((one) => (
    <RouteErrorBoundary
      key={one.place}
      fallback={one.place === place && fallback}
      releaseInside={() => one.page && releaseOfPage(one.page.remote, one.page.path)}
    >
      {one.place === place && children}
    </RouteErrorBoundary>
  ))
}
