import { createHash } from 'node:crypto'
import type { LiveReleases } from './live.ts'
import type { Audience } from './registry.ts'

/** What portal servers know of a signed-in user when they choose releases. */
export type Visitor = { userId: string; restaurants: readonly string[] }

/** What decides which releases a browser gets. */
export type Browser = {
  /** 0–99, the same for a browser until it deletes its cookies. */
  bucket: number
  /** The signed-in user, where releases or flags depend on it. */
  visitor?: Visitor | undefined
  /** The release that a user with the right to do so has chosen. It is ignored when it is not live. */
  chosen?: { name: string; version: string } | undefined
}

/** Returns what a browser gets of each remote: the same object when all browsers get the same. */
export function forBrowser(live: LiveReleases, browser: Browser): LiveReleases {
  const { remotes, ...published } = live
  if (!browser.chosen && !remotes.some(dependsOnBrowser)) return live
  return { ...published, remotes: remotes.map((remote) => remoteFor(remote, browser)) }
}

function remoteFor(remote: Remote, { bucket, visitor, chosen }: Browser): Remote {
  const { name, current, previous, canary, flags } = remote
  const ofVisitor = flags && { flags: flagsFor(flags, visitor) }
  const version = chosen?.name === name ? chosen.version : undefined
  if (version && version === previous?.version) return { name, current: previous, previous: current, ...ofVisitor }
  const isChoiceLive = version !== undefined && [current.version, canary?.release.version].includes(version)
  const isCanaryChosen = version === canary?.release.version
  const getsCanary = canary && (isChoiceLive ? isCanaryChosen : isOfCanary(canary, bucket, visitor))
  if (getsCanary) return { name, current: canary.release, previous: current, ...ofVisitor }
  return { name, current, previous, ...ofVisitor }
}

function dependsOnBrowser({ canary, flags = {} }: Remote): boolean {
  return canary !== undefined || Object.values(flags).some(({ restaurants }) => restaurants)
}

type Remote = LiveReleases['remotes'][number]

function isOfCanary({ percent, audience }: NonNullable<Remote['canary']>, bucket: number, visitor?: Visitor): boolean {
  return bucket < percent || Boolean(audience && visitor && isInAudience(audience, visitor))
}

function isInAudience({ accounts = [], restaurants = [] }: Audience, visitor: Visitor): boolean {
  return (
    restaurants.some((id) => visitor.restaurants.includes(id)) ||
    (accounts.length > 0 && accounts.includes(accountHash(visitor.userId)))
  )
}

/** Returns what a registry has instead of the id of a user. Ids are random, so trying all of them is not possible. */
export function accountHash(userId: string): string {
  return createHash('sha256').update(`account ${userId}`).digest('base64url').slice(0, 22)
}

/** Leaves out the restaurants of others: a page does not name them. */
function flagsFor(flags: NonNullable<Remote['flags']>, visitor: Visitor | undefined): Remote['flags'] {
  return Object.fromEntries(
    Object.entries(flags).map(([flag, { on, restaurants = {} }]) => {
      const own = Object.entries(restaurants).filter(([id]) => visitor?.restaurants.includes(id))
      return [
        flag,
        { ...(on !== undefined && { on }), ...(own.length > 0 && { restaurants: Object.fromEntries(own) }) },
      ]
    }),
  )
}
