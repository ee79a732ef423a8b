import type { ReleasedPackage, ReleaseOverview, ReleaseReports, ReleaseSummary } from '@portal/contracts/release'
import type { HourOfRelease, ReleaseHealth } from '@portal/contracts/telemetry'
import type { Registry, ReleasePointer } from '../registry.ts'
import { readRejections } from '../rejections.ts'
import { readRegistry } from '../releases.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { liveSince, releaseLog, withdrawnReleases } from './release-log.ts'
import type { ReadRegistries } from './stored-registries.ts'

const MAX_REJECTIONS = 20
const MAX_WITHDRAWN = 5

type Sources = {
  store: ReleaseStore
  readRegistries: ReadRegistries
  /** The reports of pages from the last 24 hours, or undefined when they are not known. */
  readReports: () => Promise<readonly ReleaseHealth[] | undefined>
  /** True when this process may sign a registry. */
  canChange: () => Promise<boolean>
}

/** Returns what the page of the releases shows. @throws Error when the store cannot be read */
export async function readOverview({
  store,
  readRegistries,
  readReports,
  canChange,
}: Sources): Promise<ReleaseOverview> {
  const live = await readRegistry(store)
  const [registries, reports, can_change, rejected] = await Promise.all([
    readRegistries(live),
    readReports(),
    canChange(),
    readRejections(store, MAX_REJECTIONS),
  ])
  const packages = Object.keys(live.names).map((name) => describePackage(store, registries, live, name, reports ?? []))
  return {
    sequence: live.sequence,
    can_change,
    has_reports: reports !== undefined,
    packages: (await Promise.all(packages)).sort(byName),
    log: releaseLog(registries),
    rejected: rejected.map(({ by = null, ...rejection }) => ({ ...rejection, by })),
  }
}

/** The shell first, then the remotes by name. */
function byName({ name: one }: ReleasedPackage, { name: other }: ReleasedPackage): number {
  return Number(other === 'shell') - Number(one === 'shell') || one.localeCompare(other)
}

async function describePackage(
  store: ReleaseStore,
  registries: readonly Registry[],
  live: Registry,
  name: string,
  reports: readonly ReleaseHealth[],
): Promise<ReleasedPackage> {
  const { current, canary, history } = live.names[name] as Registry['names'][string]
  const summary = (pointer: ReleasePointer) => describeRelease(pointer, releaseReports(reports, name, pointer.version))
  const stored = new Set(await store.listReleases(name))
  const withdrawn = withdrawnReleases(registries, name).filter(({ version }) => stored.has(version))
  const since = liveSince(registries, name)
  return {
    name,
    current: summary(current),
    live_since: since?.at ?? null,
    live_by: since?.by ?? null,
    canary: canary ? { ...summary(canary), percent: canary.percent } : null,
    history: history.map(summary),
    withdrawn: withdrawn.slice(0, MAX_WITHDRAWN).map(summary),
  }
}

function describeRelease(
  { version, at, source, untested }: ReleasePointer,
  reports: ReleaseReports | null,
): ReleaseSummary {
  return {
    version,
    released_at: at,
    commit: source?.commit ?? null,
    // `Anna Ivanova <anna@example.ru>`
    author: source?.author?.replace(/\s*<[^>]*>$/, '') ?? null,
    // CI sets it; the page makes it a link.
    job: source?.job && /^https?:$/.test(URL.parse(source.job)?.protocol ?? '') ? source.job : null,
    is_modified: source?.isModified === true,
    is_untested: untested === true,
    reports,
  }
}

function releaseReports(all: readonly ReleaseHealth[], name: string, version: string): ReleaseReports | null {
  const found = all.find((health) => health.remote === name && health.version === version)
  if (!found) return null
  const { p75, hours } = found
  return {
    ...attemptCounts(found),
    load_time: p75.load_time ?? null,
    ...(hours && { hours: eachHour(hours, Date.now()) }),
  }
}

type Attempts = Pick<HourOfRelease, 'starts' | 'errors' | 'load_failures'>

function attemptCounts({ starts, errors, load_failures }: Attempts): Pick<ReleaseReports, 'starts' | 'failures'> {
  const attempts = starts + load_failures
  return { starts: attempts, failures: Math.min(attempts, errors + load_failures) }
}

const HOURS = 24
const HOUR_MS = 60 * 60 * 1000
const noAttempts: Attempts = { starts: 0, errors: 0, load_failures: 0 }

/** Returns the last hours, also those without reports; the last one has begun at most an hour before `now`. */
function eachHour(reported: readonly HourOfRelease[], now: number): NonNullable<ReleaseReports['hours']> {
  const last = now - (now % HOUR_MS)
  return Array.from({ length: HOURS }, (_, index) => {
    const at = last - (HOURS - 1 - index) * HOUR_MS
    const found = reported.find((hour) => Date.parse(hour.at) === at)
    return { at: new Date(at).toISOString(), ...attemptCounts(found ?? noAttempts) }
  })
}
