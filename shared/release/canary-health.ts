import type { ReleaseHealth } from '../contracts/telemetry.ts'

/** Starts and failed loads before anything is concluded of a canary. */
const enough = 20

/** By how much of its starts a canary may fail more often than the current release: five in a hundred. */
const margin = 0.05

/** Of all attempts to run a release, those that failed; 0 where there were none. */
function failureRate({ starts, errors, load_failures }: ReleaseHealth): number {
  const attempts = starts + load_failures
  return attempts === 0 ? 0 : Math.min(1, (errors + load_failures) / attempts)
}

/** `5.0 % failed of 120 starts` */
export function howItStarts(health: ReleaseHealth | undefined): string {
  if (!health) return 'not known'
  return `${(failureRate(health) * 100).toFixed(1)} % failed of ${health.starts + health.load_failures} starts`
}

/** Whether a canary does worse than the release that everybody else has. Unknown: nobody reported of it. */
export function doesWorse(canary: ReleaseHealth | undefined, current: ReleaseHealth | undefined): boolean {
  if (!canary || canary.starts + canary.load_failures < enough) return false
  return failureRate(canary) > (current ? failureRate(current) : 0) + margin
}
