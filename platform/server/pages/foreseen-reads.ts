import type { SessionBootstrap } from '@portal/contracts/session'
import type { ApiRead } from '@portal/shared/rendering-protocol'
import { matchRoutes } from 'react-router-dom'
import type { LiveReleases } from '../../releases/live.ts'

/**
 * There are few sets of releases at a time with some dozen routes each. At this limit all pages are forgotten.
 */
const MAX_PAGES = 500

/** Stands for the id of the restaurant with which a page begins. */
const RESTAURANT_PLACEHOLDER = '<restaurant>'

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i

export type ForeseenReads = ReturnType<typeof createForeseenReads>

type Page = {
  /** The pattern of its route: `/settings/cards/:id/edit`. */
  route: string
  /** Path and query: `/settings/cards/17/edit`. */
  url: string
}

/**
 * Remembers what the page of each route read first at a visit of any user, so that the page of the next user is
 * rendered once, with these data. No user's data are remembered: pages with a query are skipped, and so are reads that
 * contain a part of the address or an id other than the restaurant's.
 */
export function createForeseenReads() {
  const known = new Map<string, readonly string[]>()

  return {
    expectedReads(live: LiveReleases, { route, url }: Page, session: unknown): ApiRead[] {
      const id = firstRestaurantId(session)
      const templates = (hasQuery(url) ? undefined : known.get(cacheKey(live, route))) ?? []
      return id
        ? templates.map((template) => JSON.parse(template.replaceAll(RESTAURANT_PLACEHOLDER, id)) as ApiRead)
        : []
    },

    remember(live: LiveReleases, { route, url }: Page, session: unknown, reads: readonly ApiRead[]): void {
      const id = firstRestaurantId(session)
      if (!id || hasQuery(url)) return
      const ids = Object.values(matchRoutes([{ path: route }], url)?.[0]?.params ?? {})
      const templates = reads.map((read) => JSON.stringify(read).replaceAll(id, RESTAURANT_PLACEHOLDER))
      if (known.size >= MAX_PAGES) known.clear()
      known.set(
        cacheKey(live, route),
        templates.filter((template) => !uuid.test(template) && !ids.some((named) => named && template.includes(named))),
      )
    },

    forget(live: LiveReleases, { route }: Page): void {
      known.delete(cacheKey(live, route))
    },
  }
}

function firstRestaurantId(session: unknown): string | undefined {
  return (session as SessionBootstrap).employees[0]?.restaurant.id
}

function hasQuery(url: string): boolean {
  return url.includes('?')
}

function cacheKey({ shell, remotes }: LiveReleases, route: string): string {
  return [shell.version, ...remotes.map(({ current }) => current.version), route].join(' ')
}
