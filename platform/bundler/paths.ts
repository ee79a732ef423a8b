import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const repository = join(import.meta.dirname, '../..')
export const cacheFolder = join(repository, '.cache/webpack')

/** What a build made, before it is released. */
export function builtFolder(name: string, version: string): string {
  return join(repository, '.cache/built', name, version)
}

/** The remotes of this working copy, in the order of their names. */
export const remoteNames: readonly string[] = globSync('mfe-*/manifest.ts', { cwd: repository }).map(dirname).sort()
