import { matchRoutes } from '@portal/shared/router'
import type { ReleaseFile, RemoteReleaseFile } from '../release.ts'
import { type LiveReleases, nameOf } from './live-releases.ts'

/** Routes outside of the remote's own paths, and paths that are another's already. */
export function brokenRoutes(remote: RemoteReleaseFile, { shells, remotes }: LiveReleases): string[] {
  const { paths, routes, menu } = remote.manifest
  const strays = routes
    .filter(({ path }) => !paths.some((own) => isWithin(path, own)))
    .map(({ path }) => `${nameOf(remote)}: its route ${path} is outside of its paths ${paths.join(', ')}`)
  const lost = menu
    .filter(({ path }) => !hasPage(remote, path))
    .map(({ path, label }) => `${nameOf(remote)}: «${label}» of its menu leads to ${path}, which is no route of it`)
  const taken = paths.flatMap((own) => [
    ...remotes
      .filter(({ manifest }) => manifest.paths.some((path) => isWithin(own, path) || isWithin(path, own)))
      .map((other) => `${nameOf(remote)}: its path ${own} belongs to ${other.name}`),
    ...shells
      .filter((shell) => shell.routes.some(({ path }) => isWithin(path, own)))
      .map(() => `${nameOf(remote)}: its path ${own} belongs to the shell`),
  ])
  return [...new Set([...strays, ...lost, ...taken])]
}

/** Pages that this release no longer has and a live one leads to. */
export function lostAddresses(file: ReleaseFile, { shells, remotes }: LiveReleases): string[] {
  const others: ReleaseFile[] = [...remotes, ...shells].filter(({ name }) => name !== file.name)
  const own = 'manifest' in file ? file.manifest.paths : file.routes.map(({ path }) => path)
  return others.flatMap((other) =>
    other.addresses
      .filter((address) => own.some((path) => isWithin(address, path)) && !hasPage(file, address))
      .map((address) => `${nameOf(other)} leads to ${address}, which ${nameOf(file)} does not have`),
  )
}

function hasPage(file: ReleaseFile, address: string): boolean {
  const routes = 'manifest' in file ? file.manifest.routes : file.routes
  return matchRoutes([...routes], address) !== null
}

/** `/settings/phone` is within `/settings`; within `/` is only itself. */
function isWithin(path: string, prefix: string): boolean {
  return path === prefix || (prefix !== '/' && path.startsWith(`${prefix}/`))
}
