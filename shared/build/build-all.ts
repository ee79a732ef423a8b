import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { inputsVersion } from './inputs.ts'
import { distFolder, releaseFolder } from './paths.ts'
import {
  type RegistryFile,
  type RemoteReleaseFile,
  readRelease,
  remoteNames,
  type ShellReleaseFile,
} from './release.ts'
import { missingNames } from './shared-names.ts'

/**
 * Builds what changed since the last build into `dist/` and points the registry at it. Progress goes line by line to
 * `report`. @throws Error with what the bundler says; a package that does not build keeps its last release
 */
export async function buildAll(report: (line: string) => void): Promise<{ built: string[] }> {
  mkdirSync(distFolder, { recursive: true })
  const versions = new Map(['shell', ...remoteNames].map((name) => [name, inputsVersion(name)]))
  const changed = [...versions].filter(
    ([name, version]) => !existsSync(join(releaseFolder(distFolder, name, version), 'release.json')),
  )
  const failures: string[] = []
  await eachOf(changed, availableParallelism(), async ([name, version]) => {
    const start = performance.now()
    report(`Building ${name}…`)
    const failure = await buildInProcess(name, version)
    if (failure) {
      failures.push(`${name} does not build:\n${failure}`)
      versions.delete(name)
    } else report(`Built ${name} in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  })
  failures.push(...misfits(versions))
  pointRegistryAt(versions)
  if (failures.length > 0) throw new Error(failures.join('\n'))
  return { built: changed.map(([name]) => name) }
}

/** Takes out the remotes that ask the shell for what it does not have: their pages would break in the browser. */
function misfits(versions: Map<string, string>): string[] {
  const shellVersion = versions.get('shell')
  if (!shellVersion) return []
  const shell = readRelease<ShellReleaseFile>(distFolder, 'shell', shellVersion)
  return remoteNames.flatMap((name) => {
    const version = versions.get(name)
    const missing = version ? missingNames(shell, readRelease<RemoteReleaseFile>(distFolder, name, version)) : []
    if (missing.length === 0) return []
    versions.delete(name)
    return `${name} uses what the shell does not provide (shell/src/remotes/provided-*.ts): ${missing.join(', ')}`
  })
}

/** A process each, so that every core is used and webpack is not even read when nothing changed. */
function buildInProcess(name: string, version: string): Promise<string | undefined> {
  const script = join(import.meta.dirname, 'build-package.ts')
  const child = spawn(process.execPath, [script, name, version, distFolder], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code === 0 ? undefined : output))
  })
}

async function eachOf<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

function pointRegistryAt(versions: ReadonlyMap<string, string>): void {
  const path = join(distFolder, 'registry.json')
  const before = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as RegistryFile) : undefined
  const remotes: RegistryFile['remotes'] = {}
  for (const name of remoteNames) {
    const old = before?.remotes[name]
    const current = versions.get(name) ?? old?.current
    if (!current) continue
    const previous = old?.current === current ? old.previous : old?.current
    remotes[name] = previous ? { current, previous } : { current }
  }
  const shell = versions.get('shell') ?? before?.shell
  if (!shell) return
  const text = JSON.stringify({ shell, remotes } satisfies RegistryFile, null, 2)
  if (text === JSON.stringify(before, null, 2)) return
  // Replaced whole: a reader sees the old one or the new one.
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}

if (import.meta.main) {
  await buildAll((line) => process.stdout.write(`${line}\n`)).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  })
}
