/** `/billing?type=tip` → `/login?back=%2Fbilling%3Ftype%3Dtip`; home needs no `back`. */
export function loginPath(back: string): string {
  return back === '/' ? '/login' : `/login?back=${encodeURIComponent(back)}`
}

/**
 * Returns where a 401 leads on a page that is open to anyone, because no guard redirects there. Undefined: the page
 * stays.
 */
export function loginPathFromOpenPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | undefined {
  if (pathname.startsWith('/i/')) return loginPath(pathname + search)
  return pathname === '/password/recovery' ? `/login${search}` : undefined
}

/** `/billing` → `/unlock?back=%2Fbilling` */
export function unlockPath(back: string): string {
  return `/unlock?back=${encodeURIComponent(back)}`
}

/**
 * Returns where to go after signing in or unlocking: a path of this portal, else home. `//evil.example` and `/\evil`
 * lead to another site, and so does `/.//evil.example` once its dots are resolved. `/login` and `/unlock` would lead
 * back here.
 */
export function backPath(back: string | null): string {
  if (!back?.startsWith('/')) return '/'
  const portal = 'https://portal.invalid'
  try {
    const { origin, pathname, search, hash } = new URL(back, portal)
    // The form that other programs may read: decoded, and without the characters that browsers skip.
    const plain = decodeURIComponent(pathname).replace(/\p{Cc}/gu, '')
    if (
      origin !== portal ||
      /^[/\\]{2}/.test(plain) ||
      ['/login', '/unlock'].includes(pathname) ||
      pathname.startsWith('/api/')
    )
      return '/'
    return pathname + search + hash
  } catch {
    return '/'
  }
}
