import type { RemoteBudget } from '@portal/shared/manifest'
import { formatRelease, type RemoteRelease } from '../../bundler/release.ts'

/** No budget of a remote is higher, in bytes of brotli: on slow 4G 10 kB take 50 ms. */
const MAX_BUDGET: Required<RemoteBudget> = { entry: 10_000, page: 60_000, slot: 10_000 }

/** Returns what exceeds the budget in the remote's manifest.ts, or why the budget is invalid, one line each. */
export function brokenBudget(remote: RemoteRelease): string[] {
  const { entry, budget, pages, slots = {} } = remote
  if (!isBudget(budget)) {
    const limits = Object.entries(MAX_BUDGET).map(([part, bytes]) => `${part} up to ${bytes}`)
    return [`${formatRelease(remote)}: manifest.ts has to export a budget, in bytes: ${limits.join(', ')}`]
  }
  const weights: [string, number, number][] = [
    [`its entry ${entry}`, weight(remote, [entry]), budget.entry],
    ...Object.entries(pages).map(([path, { files }]): [string, number, number] => [
      `its page ${path}`,
      weight(remote, files),
      budget.page,
    ]),
    ...Object.entries(slots).map(([name, { files }]): [string, number, number] => [
      `its slot ${name}`,
      weight(remote, files),
      budget.slot ?? 0,
    ]),
  ]
  return weights
    .filter(([, bytes, allowed]) => bytes > allowed)
    .map(
      ([what, bytes, allowed]) => `${formatRelease(remote)}: ${what} weighs ${bytes} bytes, its budget is ${allowed}`,
    )
}

/** A build has what manifest.ts exports, whatever that is. */
function isBudget(budget: Partial<RemoteBudget> | undefined): budget is RemoteBudget {
  const { entry, page, slot = 0 } = budget ?? {}
  const isAllowed = (bytes: number | undefined, max: number) => bytes !== undefined && bytes >= 0 && bytes <= max
  return isAllowed(entry, MAX_BUDGET.entry) && isAllowed(page, MAX_BUDGET.page) && isAllowed(slot, MAX_BUDGET.slot)
}

/** Returns the size of files, in bytes of brotli. */
export function weight({ bytes }: RemoteRelease, files: readonly string[]): number {
  return files.reduce((sum, file) => sum + (bytes[file] ?? 0), 0)
}
