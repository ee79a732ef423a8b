import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { PasskeyRequestOptions } from './passkey.ts'
import { PasskeyAssertion } from './passkey-assertion.ts'
import { Right } from './right.ts'

const Time = z.iso.datetime({ offset: true })

/** `shell`, or a remote. */
const Name = z.string().check(z.regex(/^(shell|mfe-[a-z-]{1,40})$/))
const Version = z.string().check(z.regex(/^[\w.-]{1,64}$/))

const Attempts = {
  /** Tabs in which it ran or did not load, and those of them in which it failed. */
  starts: z.int(),
  failures: z.int(),
}

/** What signed-in users' pages reported of a release in the last 24 hours. */
export const ReleaseReports = z.object({
  ...Attempts,
  /** Milliseconds until the section was rendered, for three of four tabs. */
  load_time: z.nullable(z.number()),
  /** Each of 24 hours by its beginning, oldest first. Servers of the previous version do not send them. */
  hours: z.optional(z.array(z.object({ at: Time, ...Attempts }))),
})
export type ReleaseReports = z.infer<typeof ReleaseReports>

/** One release of the shell or a remote. */
export const ReleaseSummary = z.object({
  version: z.string(),
  /** When it was released first. */
  released_at: Time,
  /** Null: not known. The author is a name without an address. */
  commit: z.nullable(z.string()),
  author: z.nullable(z.string()),
  /** The CI job. */
  job: z.nullable(z.string()),
  /** The sources had changes that were not committed. */
  is_modified: z.boolean(),
  /** Null: no page has reported it, or the reports cannot be read. */
  reports: z.nullable(ReleaseReports),
})
export type ReleaseSummary = z.infer<typeof ReleaseSummary>

/** The releases of the shell or a remote. */
export const ReleasedPackage = z.object({
  name: z.string(),
  current: ReleaseSummary,
  /** When the current release went live, and by whose change; null if no stored registry says so. */
  live_since: z.nullable(Time),
  live_by: z.nullable(z.string()),
  canary: z.nullable(z.extend(ReleaseSummary, { percent: z.int() })),
  /** Newest first: a rollback goes to the first one, and pages fall back to it. */
  history: z.array(ReleaseSummary),
  /** Releases that were live once and are still stored. No page gets them. */
  withdrawn: z.array(ReleaseSummary),
})
export type ReleasedPackage = z.infer<typeof ReleasedPackage>

/** What one registry changed for one name. */
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

/** Releases that the checks have rejected; what was live stayed live. */
export const RejectedRelease = z.object({
  at: Time,
  by: z.nullable(z.string()),
  releases: z.array(z.object({ name: z.string(), version: z.string() })),
  /** One line each, in English, as the command prints them. */
  problems: z.array(z.string()),
})
export type RejectedRelease = z.infer<typeof RejectedRelease>

export const ReleaseOverview = z.object({
  /** Number of the live registry, which a change has to name. */
  sequence: z.int(),
  /** This portal may sign, so that releases can be changed from the page. */
  can_change: z.boolean(),
  has_reports: z.boolean(),
  packages: z.array(ReleasedPackage),
  /** Newest first. */
  log: z.array(ReleaseLogEntry),
  rejected: z.array(RejectedRelease),
})
export type ReleaseOverview = z.infer<typeof ReleaseOverview>

const ofPortal = { access: 'user', responder: 'portal-server' } as const

/** 403 `forbidden` without the right `releases`, here and below. */
export const getReleases = endpoint({
  ...ofPortal,
  method: 'GET',
  path: '/releases',
  summary: 'What is live, since when, by whom, how it does in the browsers, and what was rejected',
  response: ReleaseOverview,
})

const Amounts = z.object({ before: z.int(), after: z.int() })
const NameChanges = z.object({ added: z.array(z.string()), removed: z.array(z.string()) })

/** What differs between two releases of one name. Sizes are bytes as they are sent, compressed. */
export const ReleaseComparison = z.object({
  kinds: z.array(z.extend(Amounts, { kind: z.enum(['script', 'style', 'other']) })),
  /** All that a page loads of it; null where it does not exist. */
  pages: z.array(z.object({ path: z.string(), before: z.nullable(z.int()), after: z.nullable(z.int()) })),
  /** `@portal/shared/ui/button: Button`: imported by a remote, exported by the shell. */
  shared_names: NameChanges,
  /** `GET /user/cards/{id}`; null where a release does not list them. */
  calls: z.nullable(NameChanges),
  /** `react 19.3.0`: packages and their versions. */
  libraries: NameChanges,
})
export type ReleaseComparison = z.infer<typeof ReleaseComparison>

/** 404 `not_found` for a release that is not stored. */
export const compareReleases = endpoint({
  ...ofPortal,
  method: 'GET',
  path: '/releases/comparison',
  summary: 'What differs between two releases of the shell or a remote',
  query: z.object({ name: Name, before: Version, after: Version }),
  response: ReleaseComparison,
})

/** Which live remotes import which modules of the live shell, and the versions of libraries. */
export const ReleaseGraph = z.object({
  shell: z.string(),
  remotes: z.array(z.object({ name: z.string(), version: z.string() })),
  modules: z.array(
    z.object({ module: z.string(), users: z.array(z.object({ name: z.string(), names: z.array(z.string()) })) }),
  ),
  libraries: z.array(
    z.object({
      name: z.string(),
      /** Null: the shell does not have it. */
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
  summary: 'Live remotes, the modules of the shell that they import, and the versions of libraries',
  response: ReleaseGraph,
})

const changes = ['promote', 'rollback', 'canary', 'end_canary'] as const

const change = {
  /** The sequence of the registry that the user has seen. */
  sequence: z.int().check(z.minimum(1)),
  name: Name,
  kind: z.enum(changes),
  /** The version that is to be live afterwards; for `end_canary` the canary that ends. */
  version: Version,
  percent: z.optional(z.int().check(z.minimum(1), z.maximum(99))),
}

const percentOfCanary = z.refine<{ kind: (typeof changes)[number]; percent?: number | undefined }>(
  ({ kind, percent }) => (kind === 'canary') === (percent !== undefined),
  { path: ['percent'], params: { code: 'percent_of_canary' } },
)

/** A change of what is live, to releases that were live before or are a canary. */
export const ReleaseChange = z.strictObject(change).check(percentOfCanary)
export type ReleaseChange = z.infer<typeof ReleaseChange>

/**
 * A change with what a passkey of the user has signed for it:
 * a session is not enough to change code in other people's browsers.
 */
export const ConfirmedReleaseChange = z.strictObject({ ...change, passkey: PasskeyAssertion }).check(percentOfCanary)
export type ConfirmedReleaseChange = z.infer<typeof ConfirmedReleaseChange>

/**
 * The signature holds for exactly this change, once, in this session. 403 `forbidden` without the right, 409
 * `no_passkeys`, 429 `too_often`.
 */
export const startReleaseChange = endpoint({
  method: 'POST',
  path: '/user/release-changes/confirmation',
  summary: 'Options to confirm a change of releases with, by a passkey',
  access: 'user',
  body: ReleaseChange,
  response: PasskeyRequestOptions,
})

/**
 * 410 `passkey_expired` and 422 `passkey_invalid` where the passkey has not signed this change. 409 `releases_changed`:
 * another registry is live by now. 409 `incompatible_releases`: `reason` has a line for each problem. 409
 * `releases_read_only`: this portal may not sign. 404 `not_found`.
 */
export const changeReleases = endpoint({
  ...ofPortal,
  method: 'POST',
  path: '/releases/changes',
  summary: 'Make a release live for all or for some browsers, or roll it back',
  body: ConfirmedReleaseChange,
  response: z.object({ sequence: z.int() }),
})

/** What the portal server asks before it responds about releases. */
export const getRights = endpoint({
  method: 'GET',
  path: '/user/rights',
  summary: 'The rights of the account, with its name',
  access: 'user',
  response: z.object({ name: z.string(), rights: z.array(Right) }),
})

/**
 * The portal server forwards a change of releases here first: it is made after this response. 403 `forbidden` without
 * the right, 410 `passkey_expired`, 422 `passkey_invalid`, 429 `too_often`.
 */
export const requestReleaseChange = endpoint({
  method: 'POST',
  path: '/user/release-changes',
  summary: 'Verify and record that a user changes releases, before the portal server does so',
  access: 'user',
  body: ConfirmedReleaseChange,
  response: z.object({ name: z.string() }),
})
