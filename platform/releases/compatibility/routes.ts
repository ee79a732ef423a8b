import { matchRoutes } from 'react-router-dom'
import { isShell, nameOf, type Release, type RemoteRelease } from '../../bundler/release.ts'

/** Paths that the portal server and the API respond to themselves (platform/server): no page is ever opened there. */
const serverPaths = [
  ...['/api', '/uploads', '/demo', '/healthz', '/readyz', '/metrics'],
  ...['/registry.json', '/sw.js', '/preview'],
]

/** Below it are the files of releases; at it a remote may have a page. */
const releaseFiles = '/releases/'

/** Returns paths that belong to the server, routes outside of the remote's paths, and menu items that lead to no route. */
export function brokenRoutes(remote: RemoteRelease): string[] {
  const { paths, routes, menu } = remote.manifest
  const unreachable = [...paths, ...routes.map(({ path }) => path).filter((path) => path.startsWith(releaseFiles))]
    .filter((path) => path.startsWith(releaseFiles) || serverPaths.some((serverPath) => isWithin(path, serverPath)))
    .map((path) => `${nameOf(remote)}: its path ${path} is one of the server's own`)
  const strays = routes
    .filter(({ path }) => !paths.some((prefix) => isWithin(path, prefix)))
    .map(({ path }) => `${nameOf(remote)}: its route ${path} is outside of its paths ${paths.join(', ')}`)
  const deadItems = menu
    .filter(({ path }) => !hasPage(remote, path))
    .map(({ path, label }) => `${nameOf(remote)}: «${label}» of its menu leads to ${path}, which is no route of it`)
  return [...unreachable, ...strays, ...deadItems]
}

/** Returns paths of the remote that the other release has too. */
export function takenPaths(remote: RemoteRelease, other: Release): string[] {
  const isTaken = (requested: string) =>
    isShell(other)
      ? other.routes.some(({ path }) => isWithin(path, requested)) || hasPage(other, requested)
      : other.manifest.paths.some((path) => isWithin(requested, path) || isWithin(path, requested))
  const owner = isShell(other) ? 'the shell' : other.name
  return remote.manifest.paths.filter(isTaken).map((path) => `${nameOf(remote)}: its path ${path} belongs to ${owner}`)
}

/** Returns addresses to which the other release leads and for which this one has no page. */
export function lostAddresses(file: Release, other: Release): string[] {
  const prefixes = isShell(file) ? file.routes.map(({ path }) => path) : file.manifest.paths
  return other.addresses
    .filter((address) => prefixes.some((prefix) => isWithin(address, prefix)) && !hasPage(file, address))
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
