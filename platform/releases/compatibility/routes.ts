import { matchRoutes } from 'react-router-dom'
import { isShell, nameOf, type Release, type RemoteRelease } from '../../bundler/release.ts'

/** Paths that the portal server and the API respond to themselves (platform/server): no page is ever opened there. */
const serverPaths = [
  ...['/api', '/uploads', '/demo', '/healthz', '/readyz', '/metrics'],
  ...['/releases', '/registry.json', '/sw.js', '/preview'],
]

/** Paths that are the server's, routes outside of the remote's own paths, and menu items that lead to none of them. */
export function brokenRoutes(remote: RemoteRelease): string[] {
  const { paths, routes, menu } = remote.manifest
  const unreachable = paths
    .filter((own) => serverPaths.some((path) => isWithin(own, path)))
    .map((own) => `${nameOf(remote)}: its path ${own} is answered by the server`)
  const strays = routes
    .filter(({ path }) => !paths.some((own) => isWithin(path, own)))
    .map(({ path }) => `${nameOf(remote)}: its route ${path} is outside of its paths ${paths.join(', ')}`)
  const lost = menu
    .filter(({ path }) => !hasPage(remote, path))
    .map(({ path, label }) => `${nameOf(remote)}: «${label}» of its menu leads to ${path}, which is no route of it`)
  return [...unreachable, ...strays, ...lost]
}

/** Paths of the remote that are the other's too. */
export function takenPaths(remote: RemoteRelease, other: Release): string[] {
  const isTaken = (own: string) =>
    isShell(other)
      ? other.routes.some(({ path }) => isWithin(path, own)) || hasPage(other, own)
      : other.manifest.paths.some((path) => isWithin(own, path) || isWithin(path, own))
  const owner = isShell(other) ? 'the shell' : other.name
  return remote.manifest.paths.filter(isTaken).map((own) => `${nameOf(remote)}: its path ${own} belongs to ${owner}`)
}

/** Pages that the release does not have and the other one leads to. */
export function lostAddresses(file: Release, other: Release): string[] {
  const own = isShell(file) ? file.routes.map(({ path }) => path) : file.manifest.paths
  return other.addresses
    .filter((address) => own.some((path) => isWithin(address, path)) && !hasPage(file, address))
    .map((address) => `${nameOf(other)} leads to ${address}, which ${nameOf(file)} does not have`)
}

function hasPage(file: Release, address: string): boolean {
  const routes = isShell(file) ? file.routes : file.manifest.routes
  return matchRoutes([...routes], address) !== null
}

/** `/settings/phone` is within `/settings`; within `/` is only itself. */
function isWithin(path: string, prefix: string): boolean {
  return path === prefix || (prefix !== '/' && path.startsWith(`${prefix}/`))
}
