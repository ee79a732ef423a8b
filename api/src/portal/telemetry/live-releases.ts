import { sql } from 'kysely'
import type { Db } from '../../db/connect.ts'

export type Release = { remote: string; version: string }

/** How long a process uses what it has read. Within this time unknown releases cause no further query. */
const MAX_AGE_MS = 5_000
const MIN_AGE_MS = 500
/** A release counts for this time after it was replaced, because tabs may still be open. */
const LIVE_HOURS = 24

/** The release of a violation whose script has no address. */
export const unknownRelease = 'unknown'

export async function addLiveReleases(db: Db, releases: readonly Release[]): Promise<void> {
  // Sorted, so that two portal servers cannot wait for each other.
  const releaseKey = ({ remote, version }: Release) => `${remote} ${version}`
  const unique = new Map(releases.map((release) => [releaseKey(release), release]))
  if (unique.size === 0) return
  await db
    .insertInto('live_release')
    .values([...unique.keys()].sort().flatMap((key) => unique.get(key) ?? []))
    .onConflict((conflict) => conflict.columns(['remote', 'version']).doUpdateSet({ reported_at: sql<Date>`now()` }))
    .execute()
}

/** The recent releases of the registry, as portal servers report them. */
export function createLiveReleases(db: Db) {
  let known = new Set<string>()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    const { rows } = await sql<Release>`
      select remote, version from live_release where reported_at > now() - make_interval(hours => ${LIVE_HOURS})`.execute(
      db,
    )
    known = new Set(rows.map(({ remote, version }) => `${remote} ${version}`))
    readAt = performance.now()
  }

  return {
    async has({ remote, version }: Release): Promise<boolean> {
      if (remote === 'shell' && version === unknownRelease) return true
      const key = `${remote} ${version}`
      const age = performance.now() - readAt
      if (age > MAX_AGE_MS || (!known.has(key) && age > MIN_AGE_MS)) {
        reading ??= read().finally(() => {
          reading = undefined
        })
        await reading
      }
      return known.has(key)
    },
  }
}
