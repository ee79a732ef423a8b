import { matchRoutes } from 'react-router-dom'
import { formatRelease, isShell, type Release, type RemoteRelease } from '../../bundler/release.ts'

/**
 * What the portal server and the API respond to themselves (platform/server), as routes: no page is ever opened there.
 */
const serverRoutes = [
  ...['/api/*', '/uploads/*', '/demo/*', '/healthz', '/readyz', '/metrics', '/preview/*'],
  // At `/releases` a remote may have a page; below it are the files of releases.
  ...['/releases/:name/*', '/cards/card-form/yookassa'],
]

/**
 * Returns paths and routes that belong to the server, routes outside of the remote's paths, pages that are not there,
 * and menu items that lead to no route.
 */
export function brokenRoutes(remote: RemoteRelease): string[] {
  const { paths, routes, menu } = remote.manifest
  const all = [...new Set([...paths, ...routes.map(({ path }) => path)])]
  const unreachable = all
    .filter((path) => serverRoutes.some((serverRoute) => haveCommonAddress(path, serverRoute)))
    .map((path) => `${formatRelease(remote)}: its path ${path} is one of the server's own`)
  const strays = routes
    .filter(({ path }) => !paths.some((prefix) => isWithin(path, prefix)))
    .map(({ path }) => `${formatRelease(remote)}: its route ${path} is outside of its paths ${paths.join(', ')}`)
  const deadItems = menu
    .filter(({ path }) => !hasPage(remote, path))
    .map(
      ({ path, label }) => `${formatRelease(remote)}: «${label}» of its menu leads to ${path}, which is no route of it`,
    )
  return [...unreachable, ...strays, ...deadItems]
}

/** Returns paths of the remote with an address that the other release has too. */
export function takenPaths(remote: RemoteRelease, other: Release): string[] {
  const taken = isShell(other) ? other.routes.map(({ path }) => path) : other.manifest.paths.map(everythingWithin)
  const owner = isShell(other) ? 'the shell' : other.name
  return remote.manifest.paths
    .filter((path) => taken.some((route) => haveCommonAddress(everythingWithin(path), route)))
    .map((path) => `${formatRelease(remote)}: its path ${path} belongs to ${owner}`)
}

/** Returns addresses to which the other release leads and for which this one has no page. */
export function lostAddresses(file: Release, other: Release): string[] {
  const prefixes = isShell(file) ? file.routes.map(({ path }) => path) : file.manifest.paths
  return other.addresses
    .filter((address) => prefixes.some((prefix) => isWithin(address, prefix)) && !hasPage(file, address))
    .map((address) => `${formatRelease(other)} leads to ${address}, which ${formatRelease(file)} does not have`)
}

function hasPage(file: Release, address: string): boolean {
  const routes = isShell(file) ? file.routes : file.manifest.routes
  return matchRoutes([...routes], address) !== null
}

/** `/settings/phone` is within `/settings`; within `/` is only itself. */
function isWithin(path: string, prefix: string): boolean {
  return path === prefix || (prefix !== '/' && path.startsWith(`${prefix}/`))
}

/** `/settings` → `/settings/*`. At `/` a remote has only the home page. */
function everythingWithin(path: string): string {
  return segments(path).length === 0 ? path : `${path}/*`
}

/** Returns whether the router finds both routes for some address. */
export function haveCommonAddress(one: string, other: string): boolean {
  return canMeet(segments(one), segments(other))
}

/** The router compares without case, and ignores slashes that are repeated or at the end. */
function segments(route: string): string[] {
  return route.toLowerCase().split('/').filter(Boolean)
}

function canMeet(one: readonly string[], other: readonly string[]): boolean {
  const [first, ...rest] = one
  const [otherFirst, ...otherRest] = other
  if (first?.endsWith('?')) return canMeet(rest, other) || canMeet([first.slice(0, -1), ...rest], other)
  if (otherFirst?.endsWith('?')) return canMeet(other, one)
  if (first === '*' || otherFirst === '*') return true
  if (first === undefined || otherFirst === undefined) return first === otherFirst
  const isSame = first === otherFirst || first.startsWith(':') || otherFirst.startsWith(':')
  return isSame && canMeet(rest, otherRest)
}
