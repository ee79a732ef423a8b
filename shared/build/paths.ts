import { join } from 'node:path'

export const repository = join(import.meta.dirname, '../..')
export const distFolder = join(repository, 'dist')
export const cacheFolder = join(repository, '.cache/webpack')

/** `releases/mfe-tips/3f2a…` in the folder of a deployment. */
export function releaseFolder(dist: string, name: string, version: string): string {
  return join(dist, 'releases', name, version)
}
