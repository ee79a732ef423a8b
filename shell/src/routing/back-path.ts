/** `/billing?type=tip` → `/login?back=%2Fbilling%3Ftype%3Dtip`; home needs no `back`. */
export function loginPath(back: string): string {
  return back === '/' ? '/login' : `/login?back=${encodeURIComponent(back)}`
}

/**
 * Where to go after signing in: a path of this portal, else home. `//evil.example` and `/\evil` lead away, and so does
 * `/.//evil.example` once its dots are resolved; `/login` leads in a circle.
 */
export function backPath(back: string | null): string {
  if (!back?.startsWith('/')) return '/'
  const portal = 'https://portal.invalid'
  try {
    const { origin, pathname, search, hash } = new URL(back, portal)
    // The form that other programs may read: decoded, and without the characters that browsers skip.
    const plain = decodeURIComponent(pathname).replace(/\p{Cc}/gu, '')
    if (origin !== portal || /^[/\\]{2}/.test(plain) || pathname === '/login' || pathname.startsWith('/api/'))
      return '/'
    return pathname + search + hash
  } catch {
    return '/'
  }
}
