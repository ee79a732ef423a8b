import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  type RegistryFile,
  type RemoteReleaseFile,
  readRelease,
  type ShellReleaseFile,
} from '@portal/shared/build/release'

/** What is live now. */
export type Published = {
  shell: ShellReleaseFile
  remotes: { name: string; current: RemoteReleaseFile; previous: RemoteReleaseFile | undefined }[]
}

/** Reads the registry again when its file was replaced: a deployment needs no restart, and a broken one changes nothing. */
export function publishedIn(dist: string, log: { error(error: unknown, message: string): void }): () => Published {
  const path = join(dist, 'registry.json')
  let stamp = ''
  let published: Published | undefined
  return () => {
    const { mtimeMs, ino, size } = statSync(path)
    const seen = `${mtimeMs} ${ino} ${size}`
    if (published && seen === stamp) return published
    stamp = seen
    try {
      published = readPublished(dist, path)
    } catch (error) {
      if (!published) throw error
      log.error(error, 'The new registry cannot be read; the last one stays live')
    }
    return published
  }
}

function readPublished(dist: string, path: string): Published {
  const registry = JSON.parse(readFileSync(path, 'utf8')) as RegistryFile
  return {
    shell: readRelease(dist, 'shell', registry.shell),
    remotes: Object.entries(registry.remotes).map(([name, { current, previous }]) => ({
      name,
      current: readRelease<RemoteReleaseFile>(dist, name, current),
      previous: previous ? readRelease<RemoteReleaseFile>(dist, name, previous) : undefined,
    })),
  }
}

/** `/releases/mfe-tips/3f2a…/` */
export function releaseBase({ name, version }: { name: string; version: string }): string {
  return `/releases/${name}/${version}/`
}
