import { sessionStore } from '@portal/shared/browser-storage'
import type { ComponentType } from 'react'
import { loadTimeoutMs, withTimeout } from './load-timeout.ts'
import { pageRegistry } from './registry.ts'
import { type Release, releases } from './releases.ts'

// A part of a remote (a page, or what fills a slot) is loaded in three steps: its files are requested, the remote is
// started in the federation, and the part is taken from the module that the remote exposes.

const RELOADED_FOR_KEY = 'chaevye:reloaded-for'

type PartModule = { Component: ComponentType }
type Parts = Record<string, () => Promise<PartModule>>

/** The module that every remote exposes. */
type RemoteModule = { pages: Parts; slots?: Parts }

/** The code of a page or of what fills a slot. */
export type LoadedPart = {
  Component: ComponentType
  /** Undefined on the server. */
  version?: string
  /** The release stands in for the current one, which failed in this page. */
  isFallback?: boolean
}

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
    return await loadPart(remote, releases.candidates(remote), (release) => loadPageFrom(release, path))
  } catch (failure) {
    await reloadIfRegistryIsNewer()
    throw failure
  }
}

/** Loads the code that fills a slot in a page of another remote, like `loadPage`, but never reloads the document. */
export function loadSlot(remote: string, slot: string): Promise<LoadedPart> {
  return loadPart(remote, releases.candidates(remote, slot), async (release) =>
    importPart((await startRemote(release)).slots, slot),
  )
}

/** Loads a part from the first release that starts. Reports those that do not. */
async function loadPart(
  remote: string,
  candidates: readonly Release[],
  load: (release: Release) => Promise<PartModule>,
): Promise<LoadedPart> {
  let failure = new RemoteError(remote, undefined, 'It is not in the registry')
  for (const release of candidates) {
    try {
      const module = await withTimeout(load(release), loadTimeoutMs())
      return toLoadedPart(remote, release, module)
    } catch (cause) {
      window.portal.failures += 1
      releases.markFailed(release, cause)
      failure = new RemoteError(remote, release.version, cause)
      // Reported even if the previous release works: the developer who deployed must see the failure.
      reportError(failure)
    }
  }
  throw failure
}

function toLoadedPart(remote: string, release: Release, { Component }: PartModule): LoadedPart {
  return { Component, version: release.version, isFallback: releases.isFallback(remote, release) }
}

/**
 * Loads the code of a page ahead of time. Undefined if that fails: `loadPage` loads it again and reports the failure.
 */
export async function loadPageAhead(remote: string, path: string): Promise<LoadedPart | undefined> {
  const [release] = releases.candidates(remote)
  if (!release) return undefined
  try {
    return toLoadedPart(remote, release, await loadPageFrom(release, path))
  } catch {
    window.portal.failures += 1
    return undefined
  }
}

/**
 * Reloads a tab that was open for weeks, whose releases are gone. It does so once for each registry. No input is lost,
 * because a user who opens a section has left the previous one.
 */
async function reloadIfRegistryIsNewer(): Promise<void> {
  try {
    const { sequence } = await withTimeout(
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
  // Never settles, so that no failure is shown until the document is replaced.
  await new Promise(() => {})
}

async function loadPageFrom(release: Release, path: string): Promise<PartModule> {
  requestFiles(release, path)
  return importPart((await startRemote(release)).pages, path)
}

async function startRemote(release: Release): Promise<RemoteModule> {
  const { loadRemote } = await import(/* webpackChunkName: "host" */ './host.ts')
  return loadRemote(release) as Promise<RemoteModule>
}

function importPart(parts: Parts | undefined, name: string): Promise<PartModule> {
  const loadModule = parts?.[name]
  if (!loadModule) throw new Error(`There is no ${name}`)
  return loadModule()
}

/**
 * Requests all files of a page together. Without this, each file would be found only after the previous file has run.
 */
function requestFiles({ pages }: Release, path: string): void {
  // After a failure all files get new addresses, so a preload could request a file that is loaded already.
  if (window.portal.failures > 0) return
  for (const address of pages?.[path] ?? []) {
    if (!isRequested(address)) void addPreload(address)
  }
}

/** Whether the document has the file, or has loaded it for another use (such as a sheet of the shell). */
function isRequested(address: string): boolean {
  const selector = `link[href$="${address}"]:not([rel=prefetch]), style[data-file="${address}"]`
  if (document.querySelector(selector)) return true
  return performance.getEntriesByName(location.origin + address).length > 0
}

async function addPreload(address: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = address.endsWith('.css') ? 'style' : 'script'
  // Browsers warn of a preload without an address.
  const hasAddress = await window.portal.addressFile(link, address)
  if (hasAddress) document.head.append(link)
}
