import { sessionStore } from '@portal/shared/browser-storage'
import type { RemoteManifest } from '@portal/shared/manifest'
import type { PageRegistry } from '@portal/shared/page-protocol'
import type { RemotePages } from '@portal/shared/remote'
import type { ComponentType } from 'react'
import { loadTimeoutMs } from './load-timeout.ts'
import { pageRegistry } from './registry.ts'
import { RemoteError } from './remote-error.ts'

type Release = PageRegistry['remotes'][string]['current']

const reloadedFor = 'chaevye:reloaded-for'

/** Releases that did not load or did not run in this page. */
const broken = new Set<Release>()

/** The current release, then the one before it; those that failed only when nothing else is left. */
function toTry(remote: string): Release[] {
  const registered = pageRegistry().remotes[remote]
  const all = [registered?.current, registered?.previous].filter((release) => release !== undefined)
  const sound = all.filter((release) => !broken.has(release))
  return sound.length > 0 ? sound : all
}

/**
 * The code of one page of a remote, by its current release or, where that does not start, by the one before it. Each call
 * is a new attempt unless the remote already runs.
 * @throws RemoteError when none loads in time, matches the registry and starts
 */
export async function loadPage(remote: string, path: string): Promise<{ Component: ComponentType }> {
  let failure = new RemoteError(remote, undefined, 'It is not in the registry')
  for (const release of toTry(remote)) {
    try {
      const page = await inTime(startPage(release, path))
      window.portal.note({ started: remote, version: release.version })
      return page
    } catch (cause) {
      window.portal.failures += 1
      broken.add(release)
      failure = new RemoteError(remote, release.version, cause)
      // Also when the previous release helps: the developer who deployed must see it.
      reportError(failure)
    }
  }
  await reloadIfReplaced()
  throw failure
}

/** Requests the code ahead of time. What fails then is tried again by `loadPage`, which reports it. */
export function warmPage(remote: string, path: string): void {
  const [release] = toTry(remote)
  if (!release) return
  startPage(release, path).catch(() => {
    window.portal.failures += 1
  })
}

/**
 * A tab that was open for weeks: its releases are gone. Once for each registry, and nothing is lost: a user who opens a
 * section has left the last one.
 */
async function reloadIfReplaced(): Promise<void> {
  try {
    const { sequence } = await inTime(fetch('/registry.json').then((response) => response.json()))
    const isNewer = sequence > pageRegistry().sequence
    if (!isNewer || sessionStore.getItem(reloadedFor) === String(sequence)) return
    sessionStore.setItem(reloadedFor, sequence)
  } catch {
    return
  }
  location.reload()
  await new Promise(() => {})
}

/** A page of the remote threw while it was drawn. True: the release before it is left to try. */
export function fallBack(remote: string): boolean {
  const [running, other] = toTry(remote)
  if (!running || !other || broken.has(running)) return false
  broken.add(running)
  return true
}

async function startPage(release: Release, path: string): Promise<{ Component: ComponentType }> {
  preloadPage(release, path)
  const { loadRemote } = await import(/* webpackChunkName: "host" */ './host.ts')
  const { pages } = (await loadRemote(release)) as RemotePages<RemoteManifest>
  const page = pages[path]
  if (!page) throw new Error(`There is no page ${path}`)
  return page()
}

/** Requests all files at once: the loader, which loads one after the other, finds them pending. */
function preloadPage({ pages }: Release, path: string): void {
  // After a failure they get other addresses, also those that are loaded and will not be requested again.
  if (window.portal.failures) return
  for (const address of pages?.[path] ?? []) {
    const isRequested =
      document.head.querySelector(`link[href$="${address}"]:not([rel=prefetch]), style[data-file="${address}"]`) ??
      // A part of the shell that was loaded for another use, such as a sheet.
      performance.getEntriesByName(location.origin + address)[0]
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = address.endsWith('.css') ? 'style' : 'script'
    if (!isRequested && window.portal.addressFile(link, address)) document.head.append(link)
  }
}

function inTime<T>(started: Promise<T>): Promise<T> {
  const hung = new Promise<never>((_, reject) => setTimeout(reject, loadTimeoutMs(), new Error('It hangs')))
  return Promise.race([started, hung])
}
