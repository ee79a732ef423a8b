import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PasskeyRequestOptions } from './passkey.ts'
import { PasskeyAssertion } from './passkey-assertion.ts'

const Time = z.iso.datetime({ offset: true })

/** `shell`, or a remote. */
const Name = z.string().check(z.regex(/^(shell|mfe-[a-z-]{1,40})$/))
const Version = z.string().check(z.regex(/^[\w.-]{1,64}$/))

const Attempts = {
  /** Tabs in which the release started or should have started, and how many of them failed. */
  starts: z.int(),
  failures: z.int(),
}

/** What the pages of signed-in users have reported about a release in the last 24 hours. */
export const ReleaseReports = z.object({
  ...Attempts,
  /** Milliseconds until the section was rendered: the 75th percentile of tabs. */
  load_time: z.nullable(z.number()),
  /**
   * The 24 hours, oldest first; `at` is the beginning of the hour. Servers of the previous version do not send them.
   */
  hours: z.optional(z.array(z.object({ at: Time, ...Attempts }))),
})
export type ReleaseReports = z.infer<typeof ReleaseReports>

/** One release of the shell or a remote. */
export const ReleaseSummary = z.object({
  version: z.string(),
  /** When it was released first. */
  released_at: Time,
  /** Null if unknown. `author` is a name without an e-mail address. */
  commit: z.nullable(z.string()),
  author: z.nullable(z.string()),
  /** The CI job. */
  job: z.nullable(z.string()),
  /** The sources had changes that were not committed. */
  is_modified: z.boolean(),
  /** It was released without running its tests. Servers of the previous version do not send it. */
  is_untested: z.optional(z.boolean()),
  /** Null if no page has reported the release, or the reports cannot be read. */
  reports: z.nullable(ReleaseReports),
})
export type ReleaseSummary = z.infer<typeof ReleaseSummary>

/** The releases of the shell or a remote. */
export const ReleasedPackage = z.object({
  name: z.string(),
  current: ReleaseSummary,
  /** When the current release went live, and who released it. Null if no stored registry tells. */
  live_since: z.nullable(Time),
  live_by: z.nullable(z.string()),
  canary: z.nullable(z.extend(ReleaseSummary, { percent: z.int() })),
  /** Newest first. A rollback makes the first of them current, and pages fall back to it. */
  history: z.array(ReleaseSummary),
  /** Releases that were live once and are still stored. No page gets them. */
  withdrawn: z.array(ReleaseSummary),
})
export type ReleasedPackage = z.infer<typeof ReleasedPackage>

/** What one registry has changed for the shell or one remote. */
export const ReleaseStep = z.object({
  name: z.string(),
  kind: z.enum(['released', 'rolled_back', 'canary_started', 'canary_ended']),
  version: z.string(),
  /** The share of a canary. */
  percent: z.nullable(z.int()),
})
export type ReleaseStep = z.infer<typeof ReleaseStep>

export const ReleaseLogEntry = z.object({
  sequence: z.int(),
  at: Time,
  by: z.nullable(z.string()),
  steps: z.array(ReleaseStep),
})
export type ReleaseLogEntry = z.infer<typeof ReleaseLogEntry>

/** Releases that the checks have rejected. They never went live. */
export const RejectedRelease = z.object({
  at: Time,
  by: z.nullable(z.string()),
  releases: z.array(z.object({ name: z.string(), version: z.string() })),
  /** Lines in English, as the command prints them. */
  problems: z.array(z.string()),
})
export type RejectedRelease = z.infer<typeof RejectedRelease>

export const ReleaseOverview = z.object({
  /** The number of the live registry. A change must name it. */
  sequence: z.int(),
  /** This portal may sign registries, so releases can be changed on the page. */
  can_change: z.boolean(),
  has_reports: z.boolean(),
  packages: z.array(ReleasedPackage),
  /** Newest first. */
  log: z.array(ReleaseLogEntry),
  rejected: z.array(RejectedRelease),
})
export type ReleaseOverview = z.infer<typeof ReleaseOverview>

const ofPortal = { access: 'user', responder: 'portal-server' } as const

/** 403 `forbidden` without the right `releases`. */
export const getReleases = endpoint({
  ...ofPortal,
  method: 'GET',
  path: '/releases',
  summary: 'Get the live releases with their reports from browsers, and the log of changes and rejections',
  response: ReleaseOverview,
})

const Amounts = z.object({ before: z.int(), after: z.int() })
const NameChanges = z.object({ added: z.array(z.string()), removed: z.array(z.string()) })

/** The differences between two releases of one name. Sizes are compressed bytes. */
export const ReleaseComparison = z.object({
  kinds: z.array(z.extend(Amounts, { kind: z.enum(['script', 'style', 'other']) })),
  /** What a page loads of the release. Null if the release does not have the page. */
  pages: z.array(z.object({ path: z.string(), before: z.nullable(z.int()), after: z.nullable(z.int()) })),
  /** `@portal/shared/ui/button: Button`: imported by a remote, exported by the shell. */
  shared_names: NameChanges,
  /** Calls of the API, such as `GET /user/cards/{id}`. Null if one of the releases does not list them. */
  calls: z.nullable(NameChanges),
  /** `react 19.3.0`: packages and their versions. */
  libraries: NameChanges,
})
export type ReleaseComparison = z.infer<typeof ReleaseComparison>

/** 403 `forbidden` without the right `releases`. 404 `not_found` for a release that is not stored. */
export const compareReleases = endpoint({
  ...ofPortal,
  method: 'GET',
  path: '/releases/comparison',
  summary: 'Compare two releases of the shell or a remote',
  query: z.object({ name: Name, before: Version, after: Version }),
  response: ReleaseComparison,
})

/** Which modules of the live shell each live remote imports, and their versions of libraries. */
export const ReleaseGraph = z.object({
  shell: z.string(),
  remotes: z.array(z.object({ name: z.string(), version: z.string() })),
  modules: z.array(
    z.object({ module: z.string(), users: z.array(z.object({ name: z.string(), names: z.array(z.string()) })) }),
  ),
  libraries: z.array(
    z.object({
      name: z.string(),
      /** Null if the shell does not have the library. */
      shell: z.nullable(z.string()),
      users: z.array(z.object({ name: z.string(), version: z.string() })),
    }),
  ),
})
export type ReleaseGraph = z.infer<typeof ReleaseGraph>

export const getReleaseGraph = endpoint({
  ...ofPortal,
  method: 'GET',
  path: '/releases/graph',
  summary: 'Get the live remotes with the modules of the shell that they import, and their versions of libraries',
  response: ReleaseGraph,
})

const changes = ['promote', 'rollback', 'canary', 'end_canary'] as const

const change = {
  /** The sequence of the registry that the user has seen. */
  sequence: z.int().check(z.minimum(1)),
  name: Name,
  kind: z.enum(changes),
  /** The version that becomes live; for `end_canary`, the canary that ends. */
  version: Version,
  percent: z.optional(z.int().check(z.minimum(1), z.maximum(99))),
}

const canaryPercent = z.refine<{ kind: (typeof changes)[number]; percent?: number | undefined }>(
  ({ kind, percent }) => (kind === 'canary') === (percent !== undefined),
  { path: ['percent'], params: { code: 'percent_of_canary' } },
)

/** A change of what is live. It can name a canary, or a release that was live before. */
export const ReleaseChange = z.strictObject(change).check(canaryPercent)
export type ReleaseChange = z.infer<typeof ReleaseChange>

/**
 * A change with the signature of a passkey of the user. A session is not enough to change code in other users'
 * browsers.
 */
export const ConfirmedReleaseChange = z.strictObject({ ...change, passkey: PasskeyAssertion }).check(canaryPercent)
export type ConfirmedReleaseChange = z.infer<typeof ConfirmedReleaseChange>

/**
 * The signature confirms only this change, once, and only in this session. 403 `forbidden` without the right
 * `releases`. 409 `no_passkeys`. 429 `too_often`.
 */
export const startReleaseChange = endpoint({
  method: 'POST',
  path: '/user/release-changes/confirmation',
  summary: 'Get the options to confirm a change of releases with a passkey',
  access: 'user',
  body: ReleaseChange,
  response: PasskeyRequestOptions,
})

/**
 * 403 `forbidden` without the right `releases`. 410 `passkey_expired` or 422 `passkey_invalid`: the passkey has not
 * signed this change. 409 `releases_changed`: another registry has become live since. 409 `incompatible_releases`:
 * `reason` has a line for each problem. 409 `releases_read_only`: this portal may not sign registries. 404 `not_found`.
 */
export const changeReleases = endpoint({
  ...ofPortal,
  method: 'POST',
  path: '/releases/changes',
  summary: 'Make a release live for all or for some browsers, or roll it back',
  body: ConfirmedReleaseChange,
  response: z.object({ sequence: z.int() }),
})

/** The portal server calls it before it responds to a call about releases. */
export const getRights = endpoint({
  method: 'GET',
  path: '/user/rights',
  summary: 'Get the name and the rights of the user',
  access: 'user',
  response: z.object({
    name: z.string(),
    /** Values of `Right`. A later API may have more. */
    rights: z.array(z.string()),
  }),
})

/**
 * The portal server sends a change of releases here first, and makes it only after this response. 403 `forbidden`
 * without the right `releases`. 410 `passkey_expired`. 422 `passkey_invalid`. 429 `too_often`.
 */
export const requestReleaseChange = endpoint({
  method: 'POST',
  path: '/user/release-changes',
  summary: 'Verify and record a change of releases, before the portal server makes it',
  access: 'user',
  body: ConfirmedReleaseChange,
  response: z.object({ name: z.string() }),
})
