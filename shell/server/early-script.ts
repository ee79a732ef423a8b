// Runs in the page before anything else, written into it as text: no imports, no types, nothing from outside.
export function earlyScript(asksBootstrap: boolean): string {
  return `(${text})(${asksBootstrap})`
}

function early(asksBootstrap: boolean) {
  // The chosen theme before the first paint; none: the system's.
  try {
    const theme = localStorage.getItem('chaevye:theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {}

  // In parallel with the scripts, not after them.
  const bootstrap = asksBootstrap
    ? fetch('/api/v1/session/bootstrap', { headers: { 'X-Requested-With': 'portal' } })
    : null
  bootstrap?.catch(() => {})
  window.portalEarly = { bootstrap }

  // The only way to a script that is not in the HTML: files of the registry, with the integrity it names.
  const hrefOf = (url: string) => new URL(url, location.origin).href
  const attempts = new Map<string, number>()
  let known: Map<string, string> | undefined
  const knownFiles = () => {
    if (!known) {
      const { shell, remotes } = JSON.parse(document.getElementById('registry')?.textContent ?? '')
      const releases = Object.values(remotes as Record<string, object>).flatMap((remote) => Object.values(remote))
      known = new Map(
        [shell, ...releases].flatMap(({ base, files }) =>
          Object.entries(files as Record<string, string>).map(([file, hash]) => [hrefOf(base + file), hash] as const),
        ),
      )
    }
    return known
  }
  const trusted = window.trustedTypes?.createPolicy('portal', {
    createScriptURL: (url) => {
      if (!knownFiles().has(url.split('?')[0] ?? '')) throw new TypeError(`Not in the registry: ${url}`)
      return url
    },
  })
  window.portalFile = (element, url) => {
    const href = hrefOf(url)
    const integrity = knownFiles().get(href)
    if (integrity === undefined) {
      queueMicrotask(() => element.dispatchEvent(new Event('error')))
      return false
    }
    const attempt = (attempts.get(href) ?? 0) + 1
    attempts.set(href, attempt)
    // After a hang the same address is not asked for again by the browser.
    const address = attempt === 1 ? href : `${href}?attempt=${attempt}`
    element.crossOrigin = 'anonymous'
    element.integrity = integrity
    if (element instanceof HTMLLinkElement) element.href = address
    else element.src = (trusted?.createScriptURL(address) ?? address) as string
    return true
  }
}

/** Without what only its readers need. */
const text = early.toString().replace(/^\s*(?:\/\/.*)?\n?/gm, '')
