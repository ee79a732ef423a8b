import { readRegistry } from './registry.ts'

/** Milliseconds. */
const shortest = 3000

/**
 * Milliseconds behind which a release counts as hung: its entry, code and sheets are all on their way. On a slow line half as
 * much again as the shell's own code has taken, which weighs more than any page of a remote.
 */
export function patience(): number {
  const { base } = readRegistry().shell
  const [shell] = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes(base) && /\.js$/.test(name))
  return Math.max(shortest, 1.5 * (shell?.duration ?? 0))
}
