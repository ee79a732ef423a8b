import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'

/** The folder that contains `platform` and `shared`: this repository, or an installed SDK (dev/sdk/pack.ts). */
export const platformRoot = join(import.meta.dirname, '../..')

/** `.ts`; `.js` in the SDK, because Node runs no TypeScript in `node_modules`. */
export const moduleExtension = extname(import.meta.filename)

/** The modules of the SDK: `{ '@portal/shared/zod': 'shared/zod.ts' }`. Undefined here, where pnpm links packages. */
export const sdkModules: Record<string, string> | undefined = readSdkModules()

/** The repository of the remotes: this one, or a team's that uses the SDK. */
export const repository = sdkModules ? repositoryOfTeam() : platformRoot
export const cacheFolder = join(repository, '.cache/webpack')

/** The folder of builds that are not released yet. */
export function builtFolder(name: string, version: string): string {
  return join(repository, '.cache/built', name, version)
}

/** The remotes of this working copy, sorted by name. */
export const remoteNames: readonly string[] = remotesIn(repository)

/** What this working copy can build: the remotes, and in the repository of the portal the shell. */
export const packageNames: readonly string[] = sdkModules ? remoteNames : ['shell', ...remoteNames]

function remotesIn(folder: string): string[] {
  return globSync('mfe-*/manifest.ts', { cwd: folder }).map(dirname).sort()
}

function readSdkModules(): Record<string, string> | undefined {
  const file = join(platformRoot, 'modules.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Returns the nearest folder at or above the working directory that has remotes, or else the working directory. */
function repositoryOfTeam(): string {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    if (remotesIn(folder).length > 0) return folder
    if (folder === dirname(folder)) return process.cwd()
  }
}
