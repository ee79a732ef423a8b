import type { SessionBootstrap } from '@portal/contracts/session'
import type { ApiRead } from '@portal/shared/rendering-protocol'
import type { LiveReleases } from '../releases/live.ts'

/** Sets of releases are few at a time, and their pages some dozens. */
const MAX_PAGES = 500

/** Stands for the id of the restaurant with which a page begins. */
const restaurantPlace = '<restaurant>'

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/i

export type ForeseenReads = ReturnType<typeof createForeseenReads>

/**
 * Remembers what each page reads first, as it was at the last visit of anyone, so that its data are requested while the page is
 * rendered to find that out. Nothing of a user is remembered: neither pages with a query, nor reads that name anything but the restaurant.
 */
export function createForeseenReads() {
  const known = new Map<string, readonly string[]>()

  return {
    /** `url`: path and query of the page. */
    of(live: LiveReleases, url: string, session: unknown): ApiRead[] {
      const id = restaurantOf(session)
      const templates = known.get(keyOf(live, url)) ?? []
      return id ? templates.map((template) => JSON.parse(template.replaceAll(restaurantPlace, id)) as ApiRead) : []
    },

    remember(live: LiveReleases, url: string, session: unknown, reads: readonly ApiRead[]): void {
      const id = restaurantOf(session)
      if (!id || url.includes('?')) return
      const templates = reads.map((read) => JSON.stringify(read).replaceAll(id, restaurantPlace))
      if (known.size >= MAX_PAGES) known.clear()
      known.set(
        keyOf(live, url),
        templates.filter((template) => !uuid.test(template)),
      )
    },
  }
}

function restaurantOf(session: unknown): string | undefined {
  return (session as SessionBootstrap).employees[0]?.restaurant.id
}

function keyOf({ shell, remotes }: LiveReleases, url: string): string {
  return [shell.version, ...remotes.map(({ current }) => current.version), url].join(' ')
}
