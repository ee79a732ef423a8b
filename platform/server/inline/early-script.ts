import type { Note } from '@portal/shared/page-protocol'

/** Runs in the page right after browser-check.ts, written into it as text. */
export function earlyScript(hasSession: boolean): string {
  return `window.isOldBrowser||(${text})(${hasSession})`
}

// The browser gets the text of this function, so it may use no imports and nothing of this module.
function early(hasSession: boolean) {
  // The settings show the install prompt; they are opened much later, if at all.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installPrompt = event
  })
  addEventListener('appinstalled', () => {
    window.installPrompt = undefined
  })

  // The data load in parallel with the scripts, not after them.
  const bootstrap = hasSession
    ? fetch('/api/v1/session/bootstrap', {
        headers: { 'X-Requested-With': 'portal' },
        signal: AbortSignal.timeout(20_000),
      })
    : null
  bootstrap?.catch(() => {})

  type Release = { base: string; files: Record<string, string> | null }
  let releases: [shell: Release, ...remotes: Release[]] | undefined
  const readReleases = () => {
    if (!releases) {
      const { shell, remotes } = JSON.parse(document.getElementById('registry')?.textContent ?? '')
      const ofRemotes = Object.values<Record<string, Release>>(remotes).flatMap((remote) => Object.values(remote))
      releases = [shell, ...ofRemotes]
    }
    return releases
  }
  // As in platform/bundler/release.ts: 8 characters are 6 bytes.
  const digestIn = (integrity: string) =>
    [...atob(integrity.slice(7, 15))].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
  /** Finds a file by its own address, or by the one below its release that bundles request. */
  const findFile = (href: string) => {
    const [path = ''] = href.replace(location.origin, '').split('?')
    const [shell] = readReleases()
    const name = path.slice(path.lastIndexOf('/') + 1)
    const ofShell = shell.files?.[name]
    const address = ofShell && `/releases/shell/${digestIn(ofShell)}/${name}`
    if (address && (path === address || path === shell.base + name)) return { address, integrity: ofShell }
    const release = readReleases().find(({ base }) => path.startsWith(base))
    // The files of a development server change constantly.
    const integrity = release?.files === null ? '' : release?.files[path.slice(release.base.length)]
    return integrity === undefined ? undefined : { address: path, integrity }
  }
  const worker = '/sw.js'
  const trusted = window.trustedTypes?.createPolicy('portal', {
    createScriptURL: (url) => {
      if (url !== worker && !findFile(url)) throw new TypeError(`Not in the registry: ${url}`)
      return url
    },
  })
  const trust = (url: string) => (trusted?.createScriptURL(url) ?? url) as string

  window.portal = {
    bootstrap,
    failures: 0,
    addressFile(element, url) {
      const file = findFile(new URL(url, location.origin).href)
      if (!file) {
        queueMicrotask(() => element.dispatchEvent(new Event('error')))
        return false
      }
      const { failures } = window.portal
      const address = failures ? `${file.address}?attempt=${failures + 1}` : file.address
      element.crossOrigin = 'anonymous'
      element.integrity = file.integrity
      if (element instanceof HTMLLinkElement) element.href = address
      else element.src = trust(address)
      return true
    },
    startWorker: () => navigator.serviceWorker?.register(trust(worker)),
    notes: [],
    note(note) {
      const { notes } = window.portal
      if (notes.length < 100) notes.push(note)
      if ('error' in note) collect()
    },
  }

  // Telemetry loads after everything that the first render needs, and at once when something fails, even the shell.
  let isRequested = false
  const collect = () => {
    if (isRequested || document.readyState !== 'complete') return
    isRequested = true
    const [{ base, files }] = readReleases()
    const script = document.createElement('script')
    if (files && window.portal.addressFile(script, `${base}telemetry.js`)) document.head.append(script)
  }
  const note = (error: unknown, where?: string) => window.portal.note({ error, where })
  addEventListener(
    'error',
    ({ target, error, message, filename }) => {
      // The event of an element that did not load has no message. Nothing else reports a script of the HTML.
      if (message) note(error ?? message, filename)
      else if (target instanceof HTMLScriptElement && target.defer)
        note(Object.assign(new Error('A script of the page'), { name: 'ChunkLoadError', request: target.src }))
    },
    true,
  )
  addEventListener('unhandledrejection', ({ reason }) => note(reason))
  addEventListener('load', () => {
    const hasFailed = window.portal.notes.some((note: Note) => 'error' in note)
    setTimeout(() => (window.requestIdleCallback ?? setTimeout)(collect), hasFailed ? 0 : 1000)
  })
}

/** The script without comments and indentation. */
const text = early.toString().replace(/^\s*(?:\/\/.*)?\n?/gm, '')
