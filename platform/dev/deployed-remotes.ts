import { type RemoteRelease, releaseBase } from '../bundler/release.ts'
import type { DevPortal } from './dev-portal.ts'
import { readJson } from './read-json.ts'

/** Returns all remotes but one as a deployed portal serves them to browsers. @throws Error when there is no portal at `origin` */
export async function deployedRemotes(origin: string, excluded: string): Promise<NonNullable<DevPortal['released']>> {
  const { remotes } = await readJson<{ remotes: Record<string, string> }>(origin, '/registry.json')
  const others = Object.entries(remotes).filter(([name]) => name !== excluded)
  const releases = await Promise.all(
    others.map(([name, version]) => readJson<RemoteRelease>(origin, `${releaseBase({ name, version })}release.json`)),
  )
  return {
    remotes: releases.map((current) => ({ name: current.name, current })),
    bundles: releases.map((release) => ({ url: origin, prefix: releaseBase(release).slice(0, -1) })),
  }
}
