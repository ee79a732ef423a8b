import { type RemoteRelease, releaseBase } from '../bundler/release.ts'
import type { DevPortal } from './dev-portal.ts'

/** Returns all remotes but one as a deployed portal serves them to browsers. @throws Error when there is no portal at `origin` */
export async function deployedRemotes(origin: string, excluded: string): Promise<NonNullable<DevPortal['released']>> {
  const { remotes } = await read<{ remotes: Record<string, string> }>(origin, '/registry.json')
  const others = Object.entries(remotes).filter(([name]) => name !== excluded)
  const releases = await Promise.all(
    others.map(([name, version]) => read<RemoteRelease>(origin, `${releaseBase({ name, version })}release.json`)),
  )
  return {
    remotes: releases.map((current) => ({ name: current.name, current })),
    bundles: releases.map((release) => ({ url: origin, prefix: releaseBase(release).slice(0, -1) })),
  }
}

async function read<T>(origin: string, path: string): Promise<T> {
  const response = await fetch(origin + path).catch(() => undefined)
  if (!response?.ok) throw new Error(`${origin}${path} ${response ? `answered ${response.status}` : 'does not answer'}`)
  return (await response.json()) as T
}
