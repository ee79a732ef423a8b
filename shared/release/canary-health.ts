import type { ReleaseHealth } from '@portal/contracts/telemetry'

/** Starts and failed loads before anything is concluded of a canary. */
const MIN_ATTEMPTS = 20
/**
 * Users who have run a canary, and for whom it has failed, before it is ended: each counts once, so that one who makes up
 * failures cannot end it.
 */
const MIN_REPORTERS = 5
const MIN_FAILED_REPORTERS = 3

/** By how much of its users a canary may fail more often than the current release: five in a hundred. */
const margin = 0.05

/** Of all attempts to run a release, those that failed; 0 where there were none. */
function failureRate({ starts, errors, load_failures }: ReleaseHealth): number {
  const attempts = starts + load_failures
  return attempts === 0 ? 0 : Math.min(1, (errors + load_failures) / attempts)
}

/** Of all users who have run a release, those for whom it failed. */
function failedShare({ reporters = 0, failed_reporters = 0 }: ReleaseHealth): number {
  return reporters === 0 ? 0 : failed_reporters / reporters
}

/** `5.0 % failed of 120 starts` */
export function howItStarts(health: ReleaseHealth | undefined): string {
  if (!health) return 'not known'
  return `${(failureRate(health) * 100).toFixed(1)} % failed of ${health.starts + health.load_failures} starts`
}

/** Whether a canary does worse than the release that everybody else has. Unknown: nobody reported of it. */
export function doesWorse(canary: ReleaseHealth | undefined, current: ReleaseHealth | undefined): boolean {
  if (!canary || canary.starts + canary.load_failures < MIN_ATTEMPTS) return false
  const { reporters = 0, failed_reporters = 0 } = canary
  if (reporters < MIN_REPORTERS || failed_reporters < MIN_FAILED_REPORTERS) return false
  return failedShare(canary) > (current ? failedShare(current) : 0) + margin
}
