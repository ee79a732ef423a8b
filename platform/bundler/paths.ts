import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const repository = join(import.meta.dirname, '../..')
export const cacheFolder = join(repository, '.cache/webpack')

/** The folder of builds that are not released yet. */
export function builtFolder(name: string, version: string): string {
  return join(repository, '.cache/built', name, version)
}

/** The remotes of this working copy, sorted by name. */
export const remoteNames: readonly string[] = globSync('mfe-*/manifest.ts', { cwd: repository }).map(dirname).sort()
