import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { say } from '@portal/command/command'
import { type BuiltRelease, buildRelease } from '../bundler/build-release.ts'
import { remoteNames } from '../bundler/paths.ts'
import type { RemoteReleaseFile, ShellReleaseFile } from '../bundler/release.ts'
import { missingNames } from './compatibility/incompatibilities.ts'
import { putLive } from './put-live.ts'
import { released } from './registry.ts'
import { distFolder } from './release-settings.ts'
import { folderStore } from './stores/folder-store.ts'

/**
 * Builds what changed in this working copy since it was last built and puts it live in `dist/`. What was released or
 * rolled back there meanwhile stays, unless its sources have changed. Progress goes line by line to `report`.
 * @throws Error with what the bundler says; a package that does not build keeps its last release
 */
export async function buildAll(report: (line: string) => void): Promise<void> {
  mkdirSync(distFolder, { recursive: true })
  const failures: string[] = []
  const built = new Map<string, BuiltRelease>()
  await eachOf(['shell', ...remoteNames], availableParallelism(), async (name) => {
    try {
      built.set(name, await buildRelease(name, report))
    } catch (error) {
      failures.push((error as Error).message)
    }
  })
  failures.push(...takeOutMisfits(built))
  await release([...built.values()], report)
  if (failures.length > 0) throw new Error(failures.join('\n'))
}

/** Takes out the remotes that ask the shell for what it does not have: their pages would break in the browser. */
function takeOutMisfits(built: Map<string, BuiltRelease>): string[] {
  const shell = built.get('shell') as BuiltRelease<ShellReleaseFile> | undefined
  if (!shell) return []
  return remoteNames.flatMap((name) => {
    const remote = built.get(name) as BuiltRelease<RemoteReleaseFile> | undefined
    const missing = remote ? missingNames(shell.file, remote.file) : []
    if (missing.length === 0) return []
    built.delete(name)
    return `${name} uses what the shell does not provide (shared/provided.ts): ${missing.join(', ')}`
  })
}

/** What this working copy put live last: version by name. */
const record = join(distFolder, 'working-copy.json')

async function release(built: readonly BuiltRelease[], report: (line: string) => void): Promise<void> {
  const last: Record<string, string> = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {}
  const changed = built.filter(({ name, version }) => last[name] !== version)
  if (changed.length === 0) return
  const reason = 'start of a working copy'
  await putLive({ store: folderStore(distFolder) }, changed, { reason, change: released, report })
  const now = Object.fromEntries(changed.map(({ name, version }) => [name, version]))
  writeFileSync(record, JSON.stringify({ ...last, ...now }, null, 2))
}

async function eachOf<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

if (import.meta.main) {
  await buildAll(say).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
}
