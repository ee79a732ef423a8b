import axios from 'axios'
import type { Target } from './target.ts'

type Route = { path: string; title: string; layout: string; requires?: string }
/** What a remote says of itself. */
export type LiveManifest = { routes: Route[]; menu: { path: string; label: string; requires?: string }[] }

/** Returns the names of the remotes that the portal serves. */
export async function liveRemotes(origin: string): Promise<string[]> {
  return Object.keys(await readVersions(origin))
}

/** Returns the manifest of a remote at the portal: of its current release, or of the one that is tested. */
export async function liveManifest(origin: string, name: string, tested: Target['release']): Promise<LiveManifest> {
  const version = tested?.name === name ? tested.version : (await readVersions(origin))[name]
  const address = new URL(`/releases/${name}/${version}/release.json`, origin)
  return (await axios.get<{ manifest: LiveManifest }>(address.href)).data.manifest
}

/** @throws Error when there is no portal */
async function readVersions(origin: string): Promise<Record<string, string>> {
  const { href } = new URL('/registry.json', origin)
  const { data } = await axios.get<{ remotes: Record<string, string> }>(href).catch(({ message }: Error) => {
    throw new Error(`${href} has no registry of releases: ${message}`)
  })
  return data.remotes
}
