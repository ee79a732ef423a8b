import type { ReleaseHealth } from '@portal/contracts/telemetry'

/** A canary with fewer starts and failed loads is not judged. */
const MIN_ATTEMPTS = 20
/** A canary ends only after this many users have run it and it has failed for this many. Each user counts once. */
const MIN_REPORTERS = 5
const MIN_FAILED_REPORTERS = 3
/**
 * The canary must fail in this many restaurants, or in half of them if the portal has few. One user with several
 * phones can have several accounts, but all of them are invited by a manager, so they are in one restaurant.
 */
const MIN_FAILED_RESTAURANTS = 3

/** A canary may fail for this share of a restaurant's users more than the current release: five in a hundred. */
const MAX_EXCESS_SHARE = 0.05

/** Returns the share of failed attempts to run a release, or 0 without attempts. */
function failureRate({ starts, errors, load_failures }: ReleaseHealth): number {
  const attempts = starts + load_failures
  return attempts === 0 ? 0 : Math.min(1, (errors + load_failures) / attempts)
}

/** `5.0 % failed of 120 starts` */
export function describeStarts(health: ReleaseHealth | undefined): string {
  if (!health) return 'not known'
  return `${(failureRate(health) * 100).toFixed(1)} % failed of ${health.starts + health.load_failures} starts`
}

/**
 * Returns whether a canary fails more than the current release. Each restaurant has the same weight, so that the
 * accounts of one restaurant can neither end a good canary nor protect a bad one. Health is undefined when no user has
 * reported.
 */
export function isWorse(canary: ReleaseHealth | undefined, current: ReleaseHealth | undefined): boolean {
  if (!canary || canary.starts + canary.load_failures < MIN_ATTEMPTS) return false
  const { reporters = 0, failed_reporters = 0, failed_restaurants = 0, all_restaurants = 0, failed_share = 0 } = canary
  if (reporters < MIN_REPORTERS || failed_reporters < MIN_FAILED_REPORTERS) return false
  if (failed_restaurants < Math.min(MIN_FAILED_RESTAURANTS, Math.ceil(all_restaurants / 2))) return false
  return failed_share > (current?.failed_share ?? 0) + MAX_EXCESS_SHARE
}
