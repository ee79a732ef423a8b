import { sessionStore } from '@portal/shared/browser-storage'
import type { PageRegistry } from '@portal/shared/page-protocol'
import type { ComponentType } from 'react'
import { inTime } from './in-time.ts'
import { loadTimeoutMs } from './load-timeout.ts'
import { pageRegistry } from './registry.ts'
import { RemoteError } from './remote-error.ts'

type Release = PageRegistry['remotes'][string]['current']

const reloadedFor = 'chaevye:reloaded-for'

/** Releases that did not load or did not run in this page. */
const broken = new Set<Release>()

type Parts = Record<string, () => Promise<{ Component: ComponentType }>>

/** The module that every remote exposes. */
type RemoteModule = { pages: Parts; slots?: Parts }

/** Returns the current release, then the previous one. `slot`: only those that fill it. */
function registeredReleases(remote: string, slot?: string): Release[] {
  const registered = pageRegistry().remotes[remote]
  return [registered?.current, registered?.previous]
    .filter((release) => release !== undefined)
    .filter(({ manifest }) => !slot || manifest.fills?.includes(slot))
}

/** Returns the releases to load, in order. Releases that failed in this page are included only when all have failed. */
function candidates(remote: string, slot?: string): Release[] {
  const all = registeredReleases(remote, slot)
  const sound = all.filter((release) => !broken.has(release))
  return sound.length > 0 ? sound : all
}

/** `isFallback`: its release stands in for the current one, which failed in this page. */
export type LoadedPart = { Component: ComponentType; version: string; isFallback?: boolean }

/**
 * Loads the code of one page of a remote from its current release, or from its previous one if that does not start.
 * Each call is a new attempt unless the remote already runs.
 * @throws RemoteError when no release loads in time, matches the registry and starts
 */
export async function loadPage(remote: string, path: string): Promise<LoadedPart> {
  try {
    return await loadPart(remote, candidates(remote), (release) => startPage(release, path))
  } catch (failure) {
    await reloadIfReplaced()
    throw failure
  }
}

/**
 * Loads the code that fills a slot in a page of another remote, in the same way.
 * The document is not opened again for it.
 */
export function loadSlot(remote: string, slot: string): Promise<LoadedPart> {
  return loadPart(remote, candidates(remote, slot), async (release) =>
    requirePart((await startRemote(release)).slots, slot),
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
      // Reported even if the previous release works: the developer who deployed must see the failure.
      reportError(failure)
    }
  }
  throw failure
}

function loadedPart(remote: string, release: Release, { Component }: { Component: ComponentType }): LoadedPart {
  return { Component, version: release.version, isFallback: release !== registeredReleases(remote)[0] }
}

/**
 * Loads the code of a page ahead of time. Undefined if that fails: `loadPage` loads it again and reports the failure.
 */
export async function warmPage(remote: string, path: string): Promise<LoadedPart | undefined> {
  const [release] = candidates(remote)
  if (!release) return undefined
  try {
    return loadedPart(remote, release, await startPage(release, path))
  } catch {
    window.portal.failures += 1
    return undefined
  }
}

/**
 * Reloads a tab that was open for weeks, whose releases are gone. It does so once for each registry. No input is lost,
 * because a user who opens a section has left the previous one.
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

/**
 * Notes that this release failed on a page or in a slot. Returns whether another release is left, which is used next.
 */
export function fallBack(remote: string, version: string, slot?: string): boolean {
  const all = registeredReleases(remote, slot)
  const failed = all.find((release) => release.version === version)
  if (!failed || !all.some((other) => other !== failed && !broken.has(other))) return false
  broken.add(failed)
  return true
}

async function startPage(release: Release, path: string): Promise<{ Component: ComponentType }> {
  preloadPage(release, path)
  return requirePart((await startRemote(release)).pages, path)
}

async function startRemote(release: Release): Promise<RemoteModule> {
  const { loadRemote } = await import(/* webpackChunkName: "host" */ './host.ts')
  return loadRemote(release) as Promise<RemoteModule>
}

function requirePart(parts: Parts | undefined, name: string): ReturnType<Parts[string]> {
  const part = parts?.[name]
  if (!part) throw new Error(`There is no ${name}`)
  return part()
}

/** Requests all files at the same time: the loader, which loads one after the other, finds them pending. */
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
