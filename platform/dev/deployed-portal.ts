import { sendRequest } from '@portal/command/send-request'
import { apiTypesFile, type RemoteRelease, releaseBase } from '../bundler/release.ts'
import type { LiveReleases } from '../releases/live.ts'

/** `https://tips.example/billing` → `https://tips.example`. @throws Error when it is not the address of a portal */
export function portalOrigin(address: string): string {
  const { protocol, origin } = URL.canParse(address) ? new URL(address) : { protocol: '', origin: '' }
  if (!/^https?:$/.test(protocol)) {
    throw new Error(`Write the portal with its https://, as in --portal https://staging.example, not ${address}`)
  }
  return origin
}

/** Remotes of a deployed portal, and the addresses of their files. */
export type DeployedRemotes = Pick<LiveReleases, 'remotes'> & { bundles: { url: string; prefix: string }[] }

/** Returns the remotes of a deployed portal except some, as browsers get them. @throws Error when it is no portal */
export async function deployedRemotes(origin: string, excluded: readonly string[]): Promise<DeployedRemotes> {
  const { remotes } = await readJson<{ remotes: Record<string, string> }>(origin, '/registry.json')
  const others = Object.entries(remotes).filter(([name]) => !excluded.includes(name))
  const releases = await Promise.all(
    others.map(([name, version]) => readJson<RemoteRelease>(origin, `${releaseBase({ name, version })}release.json`)),
  )
  return {
    remotes: releases.map((current) => ({ name: current.name, current })),
    bundles: releases.map((release) => ({ url: origin, prefix: releaseBase(release).slice(0, -1) })),
  }
}

/**
 * Returns the declarations of the modules that the shell of a deployed portal provides.
 * @throws Error when there is no portal at `origin`
 */
export async function typesOfPortal(origin: string): Promise<{ version: string; types: Record<string, string> }> {
  const { shell: version } = await readJson<{ shell: string }>(origin, '/registry.json')
  return { version, types: await readJson(origin, `${releaseBase({ name: 'shell', version })}${apiTypesFile}`) }
}

async function readJson<T>(origin: string, path: string): Promise<T> {
  const url = origin + path
  const { status, text } = await sendRequest({ url }).catch(({ message }: Error) => {
    throw new Error(`${url} does not respond: ${message}`)
  })
  if (status !== 200) throw new Error(`${url} responded with ${status}`)
  return JSON.parse(text) as T
}
