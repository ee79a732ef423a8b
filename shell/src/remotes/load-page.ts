import { sessionStore } from '@portal/shared/browser-storage'
import type { PageRegistry } from '@portal/shared/page-protocol'
import type { ComponentType } from 'react'
import { report } from './guards/report.ts'
import { releaseStarts, stoppedResponding } from './guards/responding.ts'
import { inTime } from './in-time.ts'
import { loadTimeoutMs } from './load-timeout.ts'
import { pageRegistry } from './registry.ts'
import { RemoteError } from './remote-error.ts'

type Release = PageRegistry['remotes'][string]['current']

const reloadedFor = 'chaevye:reloaded-for'

/** Releases that did not load or did not run in this page. */
const broken = new Set<Release>()

type Parts = Record<string, () => Promise<{ Component: ComponentType }>>

/** What a remote exposes, whichever its manifest is. */
type RemoteModule = { pages: Parts; slots?: Parts }

/** The current release, then the one before it. `slot`: only those that fill it. */
function releasesOf(remote: string, slot?: string): Release[] {
  const registered = pageRegistry().remotes[remote]
  return [registered?.current, registered?.previous]
    .filter((release) => release !== undefined)
    .filter(({ manifest }) => !slot || manifest.fills?.includes(slot))
}

/** The same; those that failed only when nothing else is left. */
function toTry(remote: string, slot?: string): Release[] {
  const all = releasesOf(remote, slot)
  const sound = all.filter((release) => !broken.has(release))
  return sound.length > 0 ? sound : all
}

/** `isFallback`: its release stands in for the current one, which failed in this page. */
export type LoadedPart = { Component: ComponentType; version: string; isFallback?: boolean }

/**
 * The code of one page of a remote, by its current release or, where that does not start, by the one before it. Each call
 * is a new attempt unless the remote already runs.
 * @throws RemoteError when none loads in time, matches the registry and starts
 */
export async function loadPage(remote: string, path: string): Promise<LoadedPart> {
  if (leaveOutStopped(remote)) throw new RemoteError(remote, undefined, 'All releases stopped responding')
  try {
    return await loadPart(remote, toTry(remote), (release) => startPage(remote, release, path))
  } catch (failure) {
    await reloadIfReplaced()
    throw failure
  }
}

/** The code that fills a slot in a page of another remote, likewise. The document is not opened again for it. */
export function loadSlot(remote: string, slot: string): Promise<LoadedPart> {
  leaveOutStopped(remote)
  return loadPart(remote, toTry(remote, slot), async (release) =>
    partOf((await startRemote(remote, release)).slots, slot),
  )
}

async function loadPart(
  remote: string,
  releases: readonly Release[],
  start: (release: Release) => ReturnType<Parts[string]>,
): Promise<LoadedPart> {
  let failure = new RemoteError(remote, undefined, 'It is not in the registry')
  for (const release of releases) {
    try {
      return loadedPart(remote, release, await inTime(start(release), loadTimeoutMs()))
    } catch (cause) {
      window.portal.failures += 1
      broken.add(release)
      failure = new RemoteError(remote, release.version, cause)
      // Also when the previous release helps: the developer who deployed must see it.
      reportError(failure)
    }
  }
  throw failure
}

function loadedPart(remote: string, release: Release, { Component }: { Component: ComponentType }): LoadedPart {
  return { Component, version: release.version, isFallback: release !== releasesOf(remote)[0] }
}

const checked = new Set<string>()

/** Once for each remote. True: no release is left, so that the user decides about another attempt. */
function leaveOutStopped(remote: string): boolean {
  if (checked.has(remote)) return false
  checked.add(remote)
  return haveAllStopped(remote)
}

/** Regards releases as failed in which another page has stopped responding. */
function haveAllStopped(remote: string): boolean {
  const all = toTry(remote)
  const stopped = all.filter(({ version }) =>
    stoppedResponding(remote, version, (name) => report({ remote, version }, name, 'In the page before')),
  )
  for (const release of stopped) broken.add(release)
  return stopped.length > 0 && stopped.length === all.length
}

/** Loads the code of a page ahead of time. Undefined when that fails: `loadPage` tries it again, and reports it. */
export async function warmPage(remote: string, path: string): Promise<LoadedPart | undefined> {
  if (!checked.has(remote) && haveAllStopped(remote)) return undefined
  const [release] = toTry(remote)
  if (!release) return undefined
  try {
    return loadedPart(remote, release, await startPage(remote, release, path))
  } catch {
    window.portal.failures += 1
    return undefined
  }
}

/**
 * A tab that was open for weeks: its releases are gone. Once for each registry, and nothing is lost: a user who opens a
 * section has left the last one.
 */
async function reloadIfReplaced(): Promise<void> {
  try {
    const { sequence } = await inTime(
      fetch('/registry.json').then((response) => response.json()),
      loadTimeoutMs(),
    )
    const isNewer = sequence > pageRegistry().sequence
    if (!isNewer || sessionStore.getItem(reloadedFor) === String(sequence)) return
    sessionStore.setItem(reloadedFor, sequence)
  } catch {
    return
  }
  location.reload()
  await new Promise(() => {})
}

/** A page of this release failed, or what it fills a slot with. True: the other release is left to try, and is next. */
export function fallBack(remote: string, version: string, slot?: string): boolean {
  const all = releasesOf(remote, slot)
  const failed = all.find((release) => release.version === version)
  if (!failed || !all.some((other) => other !== failed && !broken.has(other))) return false
  broken.add(failed)
  return true
}

async function startPage(remote: string, release: Release, path: string): Promise<{ Component: ComponentType }> {
  preloadPage(release, path)
  return partOf((await startRemote(remote, release)).pages, path)
}

async function startRemote(remote: string, release: Release): Promise<RemoteModule> {
  releaseStarts(remote, release.version)
  const { loadRemote } = await import(/* webpackChunkName: "host" */ './host.ts')
  return loadRemote(release) as Promise<RemoteModule>
}

function partOf(parts: Parts | undefined, name: string): ReturnType<Parts[string]> {
  const part = parts?.[name]
  if (!part) throw new Error(`There is no ${name}`)
  return part()
}

/** Requests all files at once: the loader, which loads one after the other, finds them pending. */
function preloadPage({ pages }: Release, path: string): void {
  // After a failure they get other addresses, also those that are loaded and will not be requested again.
  if (window.portal.failures) return
  for (const address of pages?.[path] ?? []) {
    const isRequested =
      document.querySelector(`link[href$="${address}"]:not([rel=prefetch]), style[data-file="${address}"]`) ??
      // A part of the shell that was loaded for another use, such as a sheet.
      performance.getEntriesByName(location.origin + address)[0]
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = address.endsWith('.css') ? 'style' : 'script'
    if (!isRequested) void appendAddressed(link, address)
  }
}

/** Browsers warn of a preload without an address. */
async function appendAddressed(link: HTMLLinkElement, address: string): Promise<void> {
  if (await window.portal.addressFile(link, address)) document.head.append(link)
}
