import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { say } from '@portal/command/command'
import { buildRelease, readBuild } from '../bundler/build-release.ts'
import { remoteNames } from '../bundler/paths.ts'
import type { RemoteRelease, ShellRelease } from '../bundler/release.ts'
import { missingNames } from './compatibility/incompatibilities.ts'
import { putLive } from './put-live.ts'
import { released } from './registry.ts'
import { distFolder } from './release-settings.ts'
import { createFolderStore } from './stores/folder-store.ts'

/**
 * Builds what changed in this working copy since it was last built and puts it live in `dist/`. What was released or
 * rolled back there meanwhile stays, unless its sources have changed. Progress goes line by line to `report`.
 * @throws Error with the output of the bundler; the last release of a package that does not build stays live
 */
export async function buildAll(report: (line: string) => void): Promise<void> {
  mkdirSync(distFolder, { recursive: true })
  const failures: string[] = []
  /** Folders by name. */
  const builds = new Map<string, string>()
  await forEachConcurrently(['shell', ...remoteNames], availableParallelism(), async (name) => {
    try {
      builds.set(name, await buildRelease(name, report))
    } catch (error) {
      failures.push((error as Error).message)
    }
  })
  failures.push(...removeIncompatible(builds))
  await release([...builds.values()], report)
  if (failures.length > 0) throw new Error(failures.join('\n'))
}

/** Removes the remotes that import what the shell does not provide: their pages would break in the browser. */
function removeIncompatible(builds: Map<string, string>): string[] {
  const shell = builds.get('shell')
  if (!shell) return []
  return remoteNames.flatMap((name) => {
    const remote = builds.get(name)
    const missing = remote ? missingNames(readBuild<ShellRelease>(shell), readBuild<RemoteRelease>(remote)) : []
    if (missing.length === 0) return []
    builds.delete(name)
    return `${name} uses what the shell does not provide (shared/provided.ts): ${missing.join(', ')}`
  })
}

/** The file has the version of each package that this working copy last put live. */
const record = join(distFolder, 'working-copy.json')

async function release(builds: readonly string[], report: (line: string) => void): Promise<void> {
  const last: Record<string, string> = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {}
  const changed = builds.filter((folder) => {
    const { name, version } = readBuild(folder)
    return last[name] !== version
  })
  if (changed.length === 0) return
  const reason = 'start of a working copy'
  await putLive(createFolderStore(distFolder), changed, { reason, change: released, report })
  const now = Object.fromEntries(changed.map(readBuild).map(({ name, version }) => [name, version]))
  writeFileSync(record, JSON.stringify({ ...last, ...now }, null, 2))
}

async function forEachConcurrently<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

if (import.meta.main) {
  await buildAll(say).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
}
