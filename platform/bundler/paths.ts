import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'

/** The folder of `platform` and `shared`: this repository, or an installed SDK (dev/sdk/pack.ts), which has the same folders. */
export const platformRoot = join(import.meta.dirname, '../..')

/** `.ts`; `.js` in the SDK, because Node runs no TypeScript in `node_modules`. */
export const moduleExtension = extname(import.meta.filename)

/** In the SDK, the source of each module of `shared` and of the contracts: `{ '@portal/shared/zod': 'shared/zod.ts' }`. Here pnpm links these packages. */
export const sdkModules: Record<string, string> | undefined = readSdkModules()

/** The repository of the remotes: this one, or that of a team which has the SDK. */
export const repository = sdkModules ? repositoryOfTeam() : platformRoot
export const cacheFolder = join(repository, '.cache/webpack')

/** The folder of builds that are not released yet. */
export function builtFolder(name: string, version: string): string {
  return join(repository, '.cache/built', name, version)
}

/** The remotes of this working copy, sorted by name. */
export const remoteNames: readonly string[] = remotesIn(repository)

function remotesIn(folder: string): string[] {
  return globSync('mfe-*/manifest.ts', { cwd: folder }).map(dirname).sort()
}

function readSdkModules(): Record<string, string> | undefined {
  const file = join(platformRoot, 'modules.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Returns the folder above the working directory that has remotes, or the working directory where there are none yet. */
function repositoryOfTeam(): string {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    if (remotesIn(folder).length > 0) return folder
    if (folder === dirname(folder)) return process.cwd()
  }
}
