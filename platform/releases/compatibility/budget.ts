import { nameOf, type RemoteRelease } from '../../bundler/release.ts'

/** Returns what exceeds the budget of the remote's manifest.ts, one line each. */
export function brokenBudget(remote: RemoteRelease): string[] {
  const { entry, budget, pages, slots = {} } = remote
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
    .map(([what, bytes, allowed]) => `${nameOf(remote)}: ${what} weighs ${bytes} bytes, its budget is ${allowed}`)
}

function weight({ bytes }: RemoteRelease, files: readonly string[]): number {
  return files.reduce((sum, file) => sum + (bytes[file] ?? 0), 0)
}
