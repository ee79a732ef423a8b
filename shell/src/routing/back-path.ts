/** `/billing?type=tip` → `/login?back=%2Fbilling%3Ftype%3Dtip`; home needs no `back`. */
export function loginPath(back: string): string {
  return back === '/' ? '/login' : `/login?back=${encodeURIComponent(back)}`
}

/** Where a 401 leads from a page that is open to anyone, which no guard does; undefined: the page stays. */
export function loginPathFromOpenPage({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string | undefined {
  if (pathname.startsWith('/i/')) return loginPath(pathname + search)
  return pathname === '/password/recovery' ? `/login${search}` : undefined
}

/** `/billing` → `/unlock?back=%2Fbilling` */
export function unlockPath(back: string): string {
  return `/unlock?back=${encodeURIComponent(back)}`
}

/**
 * Where to go after signing in, or opening the lock: a path of this portal, else home. `//evil.example` and `/\evil`
 * lead away, and so does `/.//evil.example` once its dots are resolved; `/login` and `/unlock` lead in a circle.
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
