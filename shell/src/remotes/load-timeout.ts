import { buildMode } from '../build-mode.ts'

/** A development server holds a request until it has compiled the changes. */
const minTimeoutMs = buildMode === 'development' ? 60_000 : 3_000

/**
 * Returns the time after which a release counts as hung: its entry, code and sheets are all on their way. On a slow
 * line half as much again as the scripts of the HTML have taken, which weigh more than any page of a remote. More with
 * each failure: where these were cached by an earlier visit, nothing else shows a slow line.
 */
export function loadTimeoutMs(): number {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[defer]')]
  const durations = scripts.map(({ src }) => performance.getEntriesByName(src)[0]?.duration ?? 0)
  return Math.max(minTimeoutMs, 1.5 * Math.max(0, ...durations)) * (1 + window.portal.failures / 2)
}
