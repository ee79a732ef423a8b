import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { ReleaseComparison } from '@portal/contracts/release'
import { isShell, type Release } from '../../bundler/release.ts'
import type { ReleasePointer } from '../registry.ts'
import { readRelease } from '../releases.ts'
import type { ReleaseStore } from '../stores/store.ts'

/** Compares two releases of one name. @throws Error when one is not stored */
export async function compare(
  store: ReleaseStore,
  name: string,
  { before, after }: Record<'before' | 'after', ReleasePointer>,
): Promise<ReleaseComparison> {
  const [one, other] = await Promise.all([before, after].map((pointer) => describe(store, name, pointer)))
  if (!one || !other) throw new Error(`${name} has no such releases`)
  const { calls: callsBefore } = one.release
  const { calls: callsAfter } = other.release
  return {
    kinds: kinds.map((kind) => ({ kind, before: one.ofKind(kind), after: other.ofKind(kind) })),
    pages: union(one.pages.keys(), other.pages.keys()).map((path) => ({
      path,
      before: one.pages.get(path) ?? null,
      after: other.pages.get(path) ?? null,
    })),
    shared_names: difference(sharedNames(one.release), sharedNames(other.release)),
    calls: callsBefore && callsAfter ? difference(callsBefore, callsAfter) : null,
    libraries: difference(libraries(one.release), libraries(other.release)),
  }
}

const kinds = ['script', 'style', 'other'] as const
type Kind = (typeof kinds)[number]

const kindsByExtension: Record<string, Kind> = { '.js': 'script', '.css': 'style' }

async function describe(store: ReleaseStore, name: string, pointer: ReleasePointer) {
  const release = await readRelease<Release>(store, name, pointer)
  await store.download?.(name, pointer.version)
  const folder = join(store.filesFolder, name, pointer.version)
  const files = Object.keys(release.files ?? {})
  const sizes = new Map(await Promise.all(files.map(async (file) => [file, await sentSize(folder, file)] as const)))
  const totalSize = (names: readonly string[]) => names.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0)
  return {
    release,
    ofKind: (kind: Kind) => totalSize(files.filter((file) => (kindsByExtension[extname(file)] ?? 'other') === kind)),
    pages: new Map(pageFiles(release).map(([path, names]) => [path, totalSize(names)])),
  }
}

/** Returns the files of each page. The shell has one entry for all its pages, and one for each page before sign-in. */
function pageFiles(release: Release): [path: string, files: string[]][] {
  if (!isShell(release)) {
    return Object.entries(release.pages).map(([path, { files }]) => [path, [release.entry, ...files]])
  }
  const entryPages = Object.entries(release.prerendered?.pages ?? {})
  return [
    ['main', [...release.scripts, ...release.css]],
    ...entryPages.map(([path, { scripts }]): [string, string[]] => [path, scripts]),
  ]
}

/** Files are sent in brotli, where a build has compressed them. */
async function sentSize(folder: string, file: string): Promise<number> {
  const compressed = await stat(join(folder, `${file}.br`)).catch(() => undefined)
  return (compressed ?? (await stat(join(folder, file)).catch(() => undefined)))?.size ?? 0
}

function sharedNames(release: Release): string[] {
  const names = isShell(release) ? release.gives : release.uses
  return Object.entries(names).flatMap(([module, imported]) => imported.map((name) => `${module}: ${name}`))
}

function libraries({ shared }: Release): string[] {
  return Object.entries(shared).map(([name, version]) => `${name} ${version}`)
}

function difference(before: readonly string[], after: readonly string[]): { added: string[]; removed: string[] } {
  return {
    added: after.filter((name) => !before.includes(name)).sort(),
    removed: before.filter((name) => !after.includes(name)).sort(),
  }
}

function union(one: Iterable<string>, other: Iterable<string>): string[] {
  return [...new Set([...one, ...other])].sort()
}
