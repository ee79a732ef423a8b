/** A response as browsers get it. */
export type ScoredResponse = { headers: Record<string, string | string[] | undefined>; body: string }

/**
 * The score of MDN's HTTP Observatory (src/grader/charts.js of mdn/mdn-http-observatory, 2026-05) for an https response
 * of a site that redirects http: 100 plus the points of each test. The 5 points for the preload list of browsers do not
 * count, because no header earns them.
 */
export function observatoryScore(response: ScoredResponse): number {
  const parts = Object.values(observatoryParts(response))
  const penalties = parts.filter((part) => part < 0)
  const base = 100 + penalties.reduce((sum, part) => sum + part, 0)
  // Extra credit requires nearly the full score.
  return base < 90 ? base : base + parts.filter((part) => part > 0).reduce((sum, part) => sum + part, 0)
}

/** The points of each test by its name. */
export function observatoryParts({ headers, body }: ScoredResponse) {
  const policy = parseDirectives(one(headers['content-security-policy']))
  return {
    'content-security-policy': policyPart(policy),
    cookies: cookiesPart([headers['set-cookie'] ?? []].flat()),
    cors: headers['access-control-allow-credentials'] ? -50 : 0,
    'referrer-policy': referrerPart(one(headers['referrer-policy'])),
    'strict-transport-security': transportPart(one(headers['strict-transport-security'])),
    'subresource-integrity': scriptsPart(one(headers['content-type']), body),
    'x-content-type-options': one(headers['x-content-type-options']) === 'nosniff' ? 0 : -5,
    'x-frame-options': framesPart(policy, one(headers['x-frame-options'])),
    'cross-origin-resource-policy': /^same-(origin|site)$/.test(one(headers['cross-origin-resource-policy'])) ? 10 : 0,
  }
}

function one(value: string | string[] | undefined): string {
  return [value ?? []].flat().join(', ')
}

type Directives = ReadonlyMap<string, readonly string[]>

function parseDirectives(policy: string): Directives {
  const parts = policy.split(';').map((part) => part.trim().split(/\s+/))
  return new Map(parts.filter(([name]) => name).map(([name = '', ...sources]) => [name.toLowerCase(), sources]))
}

const broad = /^(ftp:|https?:|\*|https?:\/\/\*(\.\*)?)$/
const secret = /^'(nonce|sha256|sha384|sha512)-/

function policyPart(policy: Directives): number {
  if (policy.size === 0) return -25
  const fallback = policy.get('default-src') ?? ['*']
  const script = policy.get('script-src') ?? fallback
  const style = policy.get('style-src') ?? fallback
  const object = policy.get('object-src') ?? fallback
  const isStrict = script.includes("'strict-dynamic'")
  if (isStrict && !script.some((source) => secret.test(source))) return -25
  const isUnsafe = (source: string) => source === "'unsafe-inline'" || source === 'data:' || broad.test(source)
  if ((!isStrict && script.some(isUnsafe)) || object.some((source) => broad.test(source))) return -20
  if ([...policy.values()].flat().some((source) => source.startsWith('http:'))) return -20
  if ([...script, ...style].includes("'unsafe-eval'")) return -10
  if (style.some(isUnsafe)) return 0
  return fallback.join() === "'none'" ? 10 : 5
}

function cookiesPart(cookies: readonly string[]): number {
  if (cookies.length === 0) return 0
  if (cookies.some((cookie) => /sess|login/i.test(cookie.split('=')[0] ?? '') && !/; httponly/i.test(cookie)))
    return -30
  if (cookies.some((cookie) => !/; secure/i.test(cookie))) return -20
  return cookies.every((cookie) => /; samesite=(lax|strict)/i.test(cookie)) ? 5 : 0
}

function referrerPart(policy: string): number {
  if (!policy) return 0
  return /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(policy) ? 5 : -5
}

function transportPart(header: string): number {
  const age = Number(/max-age=(\d+)/.exec(header)?.[1] ?? 0)
  if (age === 0) return -20
  return age >= 15_768_000 ? 0 : -10
}

function scriptsPart(type: string, body: string): number {
  if (!type.includes('text/html')) return 0
  const scripts = [...body.matchAll(/<script[^>]*\ssrc="([^"]*)"[^>]*>/g)]
  if (scripts.length === 0) return 0
  if (scripts.some(([, src = '']) => !/^\/(?!\/)/.test(src))) return -5
  return scripts.every(([tag]) => tag.includes(' integrity="sha')) ? 5 : 0
}

function framesPart(policy: Directives, header: string): number {
  const ancestors = policy.get('frame-ancestors')
  if (ancestors && !ancestors.some((source) => broad.test(source))) return 5
  return /^(deny|sameorigin)$/i.test(header) ? 0 : -20
}
