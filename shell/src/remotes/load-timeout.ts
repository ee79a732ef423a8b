import { pageRegistry } from './registry.ts'

const minTimeoutMs = 3000

/**
 * Returns the time after which a release counts as hung: its entry, code and sheets are all on their way. On a slow
 * line half as much again as the shell's own code has taken, which weighs more than any page of a remote. More with
 * each failure: where the shell was cached by an earlier visit, nothing else shows a slow line.
 */
export function loadTimeoutMs(): number {
  const { base } = pageRegistry().shell
  const [shell] = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes(base) && /\.js$/.test(name))
  return Math.max(minTimeoutMs, 1.5 * (shell?.duration ?? 0)) * (1 + window.portal.failures / 2)
}
