import * as z from 'zod/mini'
import { endpoint, items } from './endpoint.ts'

/** What a page notices about the release of a remote, or of the shell itself. */
export const TelemetryKind = z.enum([
  /** Its code runs in a tab. */
  'start',
  /** Its code threw. Each distinct error of a tab, once. */
  'error',
  /** Its code did not load, or does not match the registry. */
  'load_failure',
  /** The page's policy blocked an action of it. */
  'csp',
  /** Milliseconds from the navigation until its section was rendered. */
  'load_time',
  /** `LCP`, `INP`, `TTFB` in milliseconds, `CLS` as a score, while it was on the screen. */
  'vital',
])

const Remote = z.string().check(z.regex(/^(shell|mfe-[a-z-]{1,40})$/))
const Version = z.string().check(z.regex(/^[\w.-]{1,64}$/))

/** Names releases, code and patterns of routes. It must not contain names of users, ids or amounts. */
export const TelemetryEvent = z.strictObject({
  kind: TelemetryKind,
  remote: Remote,
  version: Version,
  /** `TypeError`, `LCP`, `script-src-elem`. */
  name: z.optional(z.string().check(z.regex(/^[A-Za-z][A-Za-z-]{0,39}$/))),
  value: z.optional(z.number().check(z.minimum(0), z.maximum(600_000))),
  /** It is not the first event of its kind in the tab. It is only logged, because rates count tabs. */
  again: z.optional(z.boolean()),
  /** Without personal data: the page scrubs it (scrub.ts), and the server does so again. */
  message: z.optional(z.string().check(z.maxLength(300))),
  /**
   * Location in the built code, `overview.js:1:2345`. `npm run release:trace` finds the source line from source maps.
   */
  place: z.optional(z.string().check(z.regex(/^[\w.-]{1,64}\.c?js:\d{1,7}:\d{1,7}$/))),
  /** The path of the manifest: `/settings/cards/:id/edit`. */
  route: z.optional(z.string().check(z.regex(/^(\/(:?[A-Za-z-]+)?)+$/), z.maxLength(100))),
})
export type TelemetryEvent = z.infer<typeof TelemetryEvent>

/** Reports above the limit of an hour get 204, too, and are ignored: the page could do nothing about it. */
export const reportTelemetry = endpoint({
  method: 'POST',
  path: '/telemetry',
  summary: 'Report what a page has noticed about its releases',
  access: 'anyone',
  beacon: true,
  body: z.strictObject({ events: z.array(TelemetryEvent).check(z.minLength(1), z.maxLength(50)) }),
  response: null,
})

/** The body has a format of browsers: `application/csp-report`, or a list as `application/reports+json`. */
export const reportCspViolations = endpoint({
  method: 'POST',
  path: '/telemetry/csp',
  summary: 'Report violations of the page’s Content-Security-Policy; browsers send it themselves',
  access: 'anyone',
  beacon: true,
  body: z.unknown(),
  response: null,
})

/** Portal servers report the releases of their registry. Events of pages about other releases do not count. */
export const reportLiveReleases = endpoint({
  method: 'POST',
  path: '/telemetry/live-releases',
  summary: 'Report the releases of the registry, as a portal server',
  access: 'monitor',
  body: z.strictObject({
    releases: z.array(z.strictObject({ remote: Remote, version: Version })).check(z.maxLength(200)),
  }),
  response: null,
})

/** What pages have reported in one hour. The counts are those of `ReleaseHealth`. */
export const HourOfRelease = z.object({
  /** The beginning of the hour. */
  at: z.iso.datetime({ offset: true }),
  starts: z.int(),
  errors: z.int(),
  load_failures: z.int(),
})
export type HourOfRelease = z.infer<typeof HourOfRelease>

/** What the pages of signed-in users have reported about one release within the requested time. */
export const ReleaseHealth = z.object({
  remote: z.string(),
  version: z.string(),
  /** Tabs in which the release ran, threw an error, and did not load. */
  starts: z.int(),
  errors: z.int(),
  load_failures: z.int(),
  csp_violations: z.int(),
  /**
   * Users whose pages ran the release or failed to load it, and users for whom it failed. Accounts that are younger
   * than a week do not count.
   */
  reporters: z.optional(z.int()),
  failed_reporters: z.optional(z.int()),
  /**
   * The restaurants of these users, the restaurants where the release failed, and all restaurants of the portal.
   * `failed_share` is the share of a restaurant's users for whom the release failed, averaged over the restaurants. An
   * API of the previous version does not send these four fields.
   */
  restaurants: z.optional(z.int()),
  failed_restaurants: z.optional(z.int()),
  all_restaurants: z.optional(z.int()),
  failed_share: z.optional(z.number()),
  /** Keyed by `load_time` or the vital's name; rounded up to a step of 19 %. */
  p75: z.record(z.string(), z.number()),
  /** Hours with reports in the last 24 hours, oldest first. An API of the previous version does not send them. */
  hours: z.optional(z.array(HourOfRelease)),
  first_seen: z.iso.datetime({ offset: true }),
  last_seen: z.iso.datetime({ offset: true }),
})
export type ReleaseHealth = z.infer<typeof ReleaseHealth>

export const listReleaseHealth = endpoint({
  method: 'GET',
  path: '/telemetry/releases',
  summary: 'List what browsers have reported about each release in the last minutes, at most 14 days',
  access: 'monitor',
  query: z.object({ minutes: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(20_160)), 15) }),
  response: items(ReleaseHealth),
})
