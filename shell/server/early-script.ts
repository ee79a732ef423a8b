/** Runs in the page before anything else, written into it as text. */
export function earlyScript(asksBootstrap: boolean): string {
  return `(${text})(${asksBootstrap})`
}

// No imports and nothing from outside: the browser gets the text of this function.
function early(asksBootstrap: boolean) {
  // The system's own bars know nothing of a theme that is chosen here.
  new MutationObserver(() => {
    const chosen = document.documentElement.dataset.theme
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
      const { theme } = meta.dataset
      meta.media = !chosen ? `(prefers-color-scheme: ${theme})` : theme === chosen ? 'all' : 'not all'
    }
  }).observe(document.documentElement, { attributeFilter: ['data-theme'] })

  // The chosen theme before the first paint, and when another tab has chosen; none: the system's.
  const showTheme = () => {
    const theme = localStorage.getItem('chaevye:theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
    else delete document.documentElement.dataset.theme
  }
  try {
    showTheme()
    addEventListener('storage', showTheme)
  } catch {}

  // The settings tell the browser when to ask; they are opened much later, if at all.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    window.installPrompt = event
  })
  addEventListener('appinstalled', () => {
    window.installPrompt = undefined
  })

  // In parallel with the scripts, not after them.
  const bootstrap = asksBootstrap
    ? fetch('/api/v1/session/bootstrap', { headers: { 'X-Requested-With': 'portal' } })
    : null
  bootstrap?.catch(() => {})

  type Release = { base: string; files: Record<string, string> | null }
  let releases: Release[] | undefined
  const integrityOf = (href: string) => {
    if (!releases) {
      const { shell, remotes } = JSON.parse(document.getElementById('registry')?.textContent ?? '')
      const ofRemotes = Object.values<Record<string, Release>>(remotes).flatMap((remote) => Object.values(remote))
      releases = [shell, ...ofRemotes]
    }
    const [path = ''] = href.replace(location.origin, '').split('?')
    const release = releases.find(({ base }) => path.startsWith(base))
    // A development server's files change by the minute.
    return release?.files === null ? '' : release?.files[path.slice(release.base.length)]
  }
  const worker = '/sw.js'
  const trusted = window.trustedTypes?.createPolicy('portal', {
    createScriptURL: (url) => {
      if (url !== worker && integrityOf(url) === undefined) throw new TypeError(`Not in the registry: ${url}`)
      return url
    },
  })
  const trust = (url: string) => (trusted?.createScriptURL(url) ?? url) as string

  window.portal = {
    bootstrap,
    failures: 0,
    addressFile(element, url) {
      const { href } = new URL(url, location.origin)
      const integrity = integrityOf(href)
      if (integrity === undefined) {
        queueMicrotask(() => element.dispatchEvent(new Event('error')))
        return false
      }
      const { failures } = window.portal
      const address = failures ? `${href}?attempt=${failures + 1}` : href
      element.crossOrigin = 'anonymous'
      element.integrity = integrity
      if (element instanceof HTMLLinkElement) element.href = address
      else element.src = trust(address)
      return true
    },
    startWorker: () => navigator.serviceWorker?.register(trust(worker)),
  }
}

/** Without what only its readers need. */
const text = early.toString().replace(/^\s*(?:\/\/.*)?\n?/gm, '')
