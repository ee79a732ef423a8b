import { sessionStore } from '@portal/shared/browser-storage'
import type { ComponentType } from 'react'
import { inTime, loadTimeoutMs } from './load-timeout.ts'
import { pageRegistry } from './registry.ts'
import { type Release, releases } from './releases.ts'

const RELOADED_FOR_KEY = 'chaevye:reloaded-for'

type Parts = Record<string, () => Promise<{ Component: ComponentType }>>

/** The module that every remote exposes. */
type RemoteModule = { pages: Parts; slots?: Parts }

/**
 * The code of a page or of what fills a slot. The server names no version. `isFallback`: its release stands in for the
 * current one, which failed in this page.
 */
export type LoadedPart = { Component: ComponentType; version?: string; isFallback?: boolean }

/** A section's code did not load, did not start, or failed its integrity check. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
  readonly remote: string
  readonly version: string | undefined

  constructor(remote: string, version: string | undefined, cause: unknown) {
    super(`${remote} ${version ?? ''} did not load: ${cause}`, { cause })
    this.remote = remote
    this.version = version
  }
}

/**
 * Loads the code of one page of a remote from its current release, or from its previous one if that does not start.
 * Each call is a new attempt unless the remote already runs.
 * @throws RemoteError when no release loads in time, matches the registry and starts
 */
export async function loadPage(remote: string, path: string): Promise<LoadedPart> {
  try {
    return await loadPart(remote, releases.candidates(remote), (release) => startPage(release, path))
  } catch (failure) {
    await reloadIfReplaced()
    throw failure
  }
}

/** Loads the code that fills a slot in a page of another remote, like `loadPage`, but never reloads the document. */
export function loadSlot(remote: string, slot: string): Promise<LoadedPart> {
  return loadPart(remote, releases.candidates(remote, slot), async (release) =>
    requirePart((await startRemote(release)).slots, slot),
  )
}

async function loadPart(
  remote: string,
  candidates: readonly Release[],
  start: (release: Release) => ReturnType<Parts[string]>,
): Promise<LoadedPart> {
  let failure = new RemoteError(remote, undefined, 'It is not in the registry')
  for (const release of candidates) {
    try {
      return loadedPart(remote, release, await inTime(start(release), loadTimeoutMs()))
    } catch (cause) {
      window.portal.failures += 1
      releases.markFailed(release)
      failure = new RemoteError(remote, release.version, cause)
      // Reported even if the previous release works: the developer who deployed must see the failure.
      reportError(failure)
    }
  }
  throw failure
}

function loadedPart(remote: string, release: Release, { Component }: { Component: ComponentType }): LoadedPart {
  return { Component, version: release.version, isFallback: releases.isFallback(remote, release) }
}

/**
 * Loads the code of a page ahead of time. Undefined if that fails: `loadPage` loads it again and reports the failure.
 */
export async function warmPage(remote: string, path: string): Promise<LoadedPart | undefined> {
  const [release] = releases.candidates(remote)
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
    if (!isNewer || sessionStore.getItem(RELOADED_FOR_KEY) === String(sequence)) return
    sessionStore.setItem(RELOADED_FOR_KEY, sequence)
  } catch {
    return
  }
  location.reload()
  // Never settles, because the document is being replaced.
  await new Promise(() => {})
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
