import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { librariesBehindModules, providedFiles, providedFolders, providedLibraries } from '@portal/shared/provided'
import { platformRoot } from './paths.ts'
import { federation } from './release.ts'

/** Resolves the dependencies of `shared`, whose copies the shell provides. */
export const requireOfShared = createRequire(join(platformRoot, 'shared/package.json'))
const requireOfBundler = createRequire(import.meta.url)

function installedVersion(name: string, requireOfPackage = requireOfShared): string {
  // `require('<name>/package.json')` fails when the exports of a package exclude it.
  const folders = requireOfPackage.resolve.paths(name) ?? []
  const file = folders.map((folder) => `${folder}/${name}/package.json`).find(existsSync)
  if (!file) throw new Error(`${name} is not installed`)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** `{ react: '19.3.1', … }`, including the federation. */
export function versionsByPackage(): Record<string, string> {
  const provided = Object.values(providedLibraries).map((library) => library.package)
  const versions = [...new Set([...provided, ...librariesBehindModules])].map((name) => [name, installedVersion(name)])
  return { ...Object.fromEntries(versions), [federation]: installedVersion(federation, requireOfBundler) }
}

/** Versions of the provided libraries by the name that is imported: `{ 'react/jsx-runtime': '19.3.1', … }`. */
export function versionsByImport(): Record<string, string> {
  const libraries = Object.entries(providedLibraries)
  return Object.fromEntries(libraries.map(([name, library]) => [name, installedVersion(library.package)]))
}

/** The shared modules that a remote requires of the host: never its own copy, and never another major version. */
export function consumedModules() {
  // A key that ends in `/` matches every module below it.
  const modules = [...providedFiles, ...Object.keys(providedFolders).map((folder) => `${folder}/`)]
  return Object.fromEntries([
    ...Object.entries(versionsByImport()).map(([name, version]) => [
      name,
      consumed({ requiredVersion: `^${version}` }),
    ]),
    ...modules.map((name) => [`@portal/shared/${name}`, consumed({ requiredVersion: false })]),
  ])
}

/** `import: false`: the remote has no copy of its own. `strictVersion`: another major version is an error. */
function consumed({ requiredVersion }: { requiredVersion: `^${string}` | false }) {
  return { singleton: true, import: false as const, strictVersion: true, requiredVersion }
}
