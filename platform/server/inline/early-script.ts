// Runs in the page after browser-check.ts. Creates `window.portal`, which loads files of releases and collects
// telemetry.
import type { Note } from '@portal/shared/page-protocol'

type Release = { base: string; files: Record<string, string> | null; list?: string | undefined }
type Registry = { shell: Release; remotes: Record<string, { current: Release; previous?: Release }> }
type FileElement = HTMLScriptElement | HTMLLinkElement

const WORKER = '/sw.js'

let registry: Registry | undefined

function readRegistry(): Registry {
  registry ??= JSON.parse(document.getElementById('registry')?.textContent ?? '') as Registry
  return registry
}

/** Equals the function in platform/bundler/release.ts: 8 characters are 6 bytes. */
const digestIn = (integrity: string) =>
  [...atob(integrity.slice(7, 15))].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')

const toPath = (href: string) => href.replace(location.origin, '').split('?')[0] ?? ''

function findRelease(path: string): Release | undefined {
  const { shell, remotes } = readRegistry()
  const ofRemotes = Object.values(remotes).flatMap(({ current, previous }) =>
    previous ? [current, previous] : current,
  )
  return [shell, ...ofRemotes].find(({ base }) => path.startsWith(base))
}

/** Finds a file by its own address, or by the address below its release that bundles request. */
function findFile(href: string): { address: string; integrity: string } | undefined {
  const path = toPath(href)
  const name = path.slice(path.lastIndexOf('/') + 1)
  const { shell } = readRegistry()
  const known = shell.files?.[name]
  const address = known && `/releases/shell/${digestIn(known)}/${name}`
  if (address && (path === address || path === shell.base + name)) return { address, integrity: known }
  const release = findRelease(path)
  // The files of a development server change constantly.
  const integrity = release?.files === null ? '' : release?.files[path.slice(release.base.length)]
  return integrity === undefined ? undefined : { address: path, integrity }
}

function withAttempt(address: string): string {
  const { failures } = window.portal
  return failures ? `${address}?attempt=${failures + 1}` : address
}

const reading: Record<string, Promise<void>> = {}

/** Reads the integrity of all files of a remote. The HTML contains only the hashes of the files of its page. */
function readList(release: Release, list: string): Promise<void> {
  const address = withAttempt(`${release.base}files.json`)
  reading[address] ??= fetch(address, { integrity: list, signal: AbortSignal.timeout(20_000) })
    .then(async (response) => {
      release.files = await response.json()
      release.list = undefined
    })
    .finally(() => delete reading[address])
  return reading[address]
}

const trusted = window.trustedTypes?.createPolicy('portal', {
  createScriptURL: (url) => {
    if (url !== WORKER && !findFile(url)) throw new TypeError(`Not in the registry: ${url}`)
    return url
  },
})

const trust = (url: string) => (trusted?.createScriptURL(url) ?? url) as string

const fail = (element: FileElement) => element.dispatchEvent(new Event('error'))

function setAddress(element: FileElement, href: string): boolean {
  const file = findFile(href)
  if (!file) {
    element.dataset.again = ''
    queueMicrotask(() => fail(element))
    return false
  }
  element.crossOrigin = 'anonymous'
  element.integrity = file.integrity
  if (element instanceof HTMLLinkElement) element.href = withAttempt(file.address)
  else element.src = trust(withAttempt(file.address))
  return true
}

window.portal = {
  bootstrap: null,
  failures: 0,
  addressFile(element, url) {
    // Bundles set the address of a stylesheet themselves, before its integrity is known.
    element.removeAttribute('href')
    const { href } = new URL(url, location.origin)
    element.dataset.address = href
    const release = findFile(href) ? undefined : findRelease(toPath(href))
    if (!release?.list) return setAddress(element, href)
    return readList(release, release.list).then(
      () => setAddress(element, href),
      () => !fail(element),
    )
  },
  startWorker: () => navigator.serviceWorker?.register(trust(WORKER)),
  notes: [],
  note(note) {
    const { notes } = window.portal
    if (notes.length < 100) notes.push(note)
    if ('error' in note) loadTelemetry()
  },
}

let isTelemetryRequested = false

/** Loads telemetry after everything that the first render needs, or immediately when something fails. */
function loadTelemetry(): void {
  if (isTelemetryRequested || document.readyState !== 'complete') return
  isTelemetryRequested = true
  const { base, files } = readRegistry().shell
  const script = document.createElement('script')
  if (files && window.portal.addressFile(script, `${base}telemetry.js`)) document.head.append(script)
}

function loadWhenIdle(): void {
  loadTelemetry()
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  // With the hashes of all remotes, a section opens after a tap as soon as its files have loaded.
  for (const { current } of Object.values(readRegistry().remotes)) {
    if (current.list) readList(current, current.list).catch(() => {})
  }
}

const noteError = (error: unknown, where?: string) => window.portal.note({ error, where })

addEventListener(
  'error',
  ({ target, error, message, filename }) => {
    // The event of an element that did not load has no message. Only this code reports such a script of the HTML.
    if (message) noteError(error ?? message, filename)
    else if (target instanceof HTMLScriptElement && target.defer && target.dataset.again !== undefined)
      noteError(Object.assign(new Error('A script of the page'), { name: 'ChunkLoadError', request: target.src }))
  },
  true,
)
addEventListener('unhandledrejection', ({ reason }) => noteError(reason))
addEventListener('load', () => {
  const hasFailed = window.portal.notes.some((note: Note) => 'error' in note)
  setTimeout(() => (window.requestIdleCallback ?? setTimeout)(loadWhenIdle), hasFailed ? 0 : 1000)
})
// The settings show the install prompt, and they open much later.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installPrompt = event
})
addEventListener('appinstalled', () => {
  window.installPrompt = undefined
})
