import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './paths.ts'

/**
 * Returns the entries of pnpm-lock.yaml for the libraries that the sources import, and for their dependencies. `folder`
 * is the folder of the package. @throws Error when the lockfile has another format
 */
export function lockedLibraries(folder: string, sources: readonly string[]): string[] {
  const lock = readLock()
  const named = new Set(
    sources.flatMap((source) => [...source.matchAll(/['"]((?:@[\w.-]+\/)?[\w.-]+)(?=['"/])/g)].map(([, name]) => name)),
  )
  const libraries = [...(lock.importers.get(folder) ?? '').matchAll(/^ {6}(\S+):\n.*\n {8}version: (\S+)$/gm)]
    .map(([, name = '', version = '']) => [plain(name), plain(version)] as const)
    .filter(([name, version]) => !version.startsWith('link:') && named.has(name))
    .map(([name, version]) => lockKey(name, version))

  const locked = new Map<string, string>()
  for (const key of libraries) add(key, lock, locked)
  return [...locked].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, text]) => text)
}

type Lock = Record<'importers' | 'packages' | 'snapshots', Map<string, string>>

function add(key: string, lock: Lock, locked: Map<string, string>): void {
  if (locked.has(key)) return
  const snapshot = lock.snapshots.get(key)
  // The name excludes the peers that it is installed with.
  const description = lock.packages.get(key.replace(/\(.*$/, ''))
  if (snapshot === undefined || description === undefined) throw new Error(`pnpm-lock.yaml has no ${key}`)
  locked.set(key, `${key}\n${description}${snapshot}`)
  for (const [, name = '', version = ''] of snapshot.matchAll(/^ {6}(\S+): (\S+)$/gm)) {
    add(lockKey(plain(name), plain(version)), lock, locked)
  }
}

/** `react`, `19.3.1` → `react@19.3.1`; the version of a library under an alias contains its name. */
function lockKey(name: string, version: string): string {
  return /^\d/.test(version) ? `${name}@${version}` : version
}

/** Parses the YAML of pnpm: sections, and entries below them by indentation, with one value in a line. */
function readLock(): Lock {
  const text = readFileSync(join(repository, 'pnpm-lock.yaml'), 'utf8')
  if (!text.startsWith("lockfileVersion: '9.0'\n")) throw new Error('pnpm-lock.yaml is not of version 9.0')
  return {
    importers: parseEntries(text, 'importers'),
    packages: parseEntries(text, 'packages'),
    snapshots: parseEntries(text, 'snapshots'),
  }
}

function parseEntries(lock: string, section: keyof Lock): Map<string, string> {
  const start = lock.indexOf(`\n${section}:\n`)
  const end = lock.slice(start + 1).search(/\n(?=[a-z]+:\n)/)
  const text = end < 0 ? lock.slice(start) : lock.slice(start, start + 1 + end)
  const entries = text.matchAll(/^ {2}(\S.*?):(?: \{\})?\n((?:(?: {3}.*)?\n)*)/gm)
  return new Map([...entries].map(([, key = '', content = '']) => [plain(key), `${content.trimEnd()}\n`]))
}

function plain(text: string): string {
  return text.replace(/^'(.*)'$/, '$1')
}
