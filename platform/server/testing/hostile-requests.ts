import fc, { type GeneratorValue } from 'fast-check'

/** Paths of the portal server and of requests that it proxies; `{}` is replaced by a hostile text. */
const paths: readonly string[] = [
  '/',
  '/{}',
  '/billing',
  '/billing/{}',
  '/login',
  '/i/{}',
  '/cards/card-form',
  '/preview',
  '/preview/reset',
  '/registry.json',
  '/sw.js',
  '/manifest.webmanifest',
  '/favicon.svg',
  '/robots.txt',
  '/.well-known/security.txt',
  '/releases/{}',
  '/releases/shell/{}',
  '/releases/shell/s1/main.js',
  '/releases/shell/s1/{}.js',
  '/releases/shell/0123456789ab/main.js',
  '/releases/{}/0123456789ab/{}.js',
  '/releases/mfe-tips/0123456789ab/{}',
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/v1/{}',
  '/api/{}',
  '/uploads/{}',
  '/demo/{}',
]

const fillings: readonly string[] = [
  '',
  '.',
  '..',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%5c..%5c',
  '%00',
  'a%00.js',
  '%E0%A4%A',
  '%',
  '%zz',
  '%C0%AF',
  '%ED%A0%80',
  '%F0%9F%92%A9',
  '//elsewhere.example',
  '\\elsewhere.example',
  ':id',
  '*',
  '**/*',
  '__proto__',
  'constructor',
  'toString',
  ';a=b',
  '(a+)+$',
  '{{7*7}}',
  '%0d%0aSet-Cookie:%20a=b',
  'a'.repeat(201),
  'a'.repeat(7_000),
  '/'.repeat(2_000),
  '%D1%8F'.repeat(500),
  'я',
]

const targets: readonly string[] = [
  '*',
  '',
  '//',
  '///',
  '#',
  '/#/../',
  '?',
  'http://',
  'http://[',
  'http://elsewhere.example:99999/',
  'HTTP://portal/%E0%A4%A',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'elsewhere.example:443',
]

const queries: readonly string[] = [
  '',
  '',
  '?',
  '??',
  '?=&&=',
  '?%',
  '?%E0%A4%A',
  '?remote=mfe-tips&port=4444',
  '?remote=mfe-tips&remote=a&port[]=1',
  '?__proto__[a]=1&constructor=2',
  `?a=${'x'.repeat(6_000)}`,
  `?${'a&'.repeat(2_000)}`,
]

const methods: readonly string[] = [
  ...['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE'],
  ...['QUERY', 'M-SEARCH', 'get', 'GETT', 'CONNECT', '', '\x00', 'GET\tGET'],
]

const versions: readonly string[] = [
  ...['HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.10'],
  ...['http/1.1', 'HTTP/1.1 x', 'ICE/1.0', ''],
]

const hostileTexts: readonly string[] = [
  '',
  ' ',
  '*',
  ',',
  ';',
  '=',
  '"',
  '%',
  '-1',
  '0',
  '9'.repeat(40),
  'constructor',
  '\x80\xff',
  'a\tb',
  'null',
  'x'.repeat(5_000),
  ','.repeat(3_000),
  '='.repeat(3_000),
]

/** More hostile values. */
const headers: Readonly<Record<string, readonly string[]>> = {
  Accept: ['text/html', 'text/html,*/*;q=0.8', '*/*', 'application/json', 'text/html;q=x'],
  'Accept-Encoding': ['br', 'gzip, br;q=0', 'br;q=', 'br;q=NaN', 'identity;q=0, *;q=0', 'br;;;q=0.5;q=0'],
  Authorization: ['Bearer', 'Bearer ', 'Basic Og=='],
  Connection: ['close, upgrade', 'keep-alive', 'close, host, cookie'],
  'Content-Length': ['0', '5', '1e3', '+5', '5, 5'],
  'Content-Type': [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=',
    'text/plain; charset=utf-7',
  ],
  Cookie: [
    'session=x',
    '__Host-session=%00; session',
    'preview=mfe-tips:4444',
    'preview=mfe-tips:99999; preview=mfe-x:4444"><script>',
    'release_bucket=99',
    'release_bucket=-1; release_bucket=100; release_bucket=1e9',
    ';;;=;',
  ],
  Expect: ['100-continue', 'a-miracle'],
  Forwarded: ['for=unknown', 'for="[::1"'],
  Host: ['portal', 'a:b', 'a:99999', '[::1', 'a, b', '../'],
  'If-Modified-Since': ['Thu, 01 Jan 1970 00:00:00 GMT', '9999-99-99'],
  'If-None-Match': ['W/"0"', '"a", "b"', '"'],
  'If-Range': ['"0"', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  Origin: ['null', 'https://elsewhere.example'],
  Range: [
    'bytes=0-0',
    'bytes=-1',
    'bytes=5-2',
    'bytes=0-',
    'bytes=99999999999999999999-',
    'bytes=--1',
    'items=0-1',
    `bytes=${'0-0,'.repeat(1_000)}0-0`,
  ],
  'Sec-Fetch-Site': ['same-origin', 'cross-site'],
  'Transfer-Encoding': ['chunked', 'chunked, chunked', 'gzip, chunked', 'identity'],
  Upgrade: ['h2c', 'websocket'],
  'X-Forwarded-For': ['203.0.113.7', 'unknown', '999.1.1.1', '::', '2a02::1%eth0', '1.2.3.4, , 5.6.7.8', '[::1]:80'],
  'X-Forwarded-Host': ['elsewhere.example', 'a, b'],
  'X-Forwarded-Proto': ['https', 'javascript'],
}

const bodies: readonly string[] = [
  ...['', '', 'a=b', 'preview=mfe-tips:4444', '{}', '{"a":', '[]', '\x00', '{"__proto__":{"a":1}}', 'x'.repeat(70_000)],
  ...['5\r\nhello\r\n0\r\n\r\n', 'zz\r\nhello\r\n0\r\n\r\n', '-1\r\n\r\n0\r\n\r\n'],
]

/** Returns a request as bytes, one character each: valid, almost valid, or invalid HTTP. It shrinks towards valid. */
export function hostileRequest(draw: GeneratorValue): string {
  const pick = <T>(values: readonly T[]): T => draw(fc.constantFrom<T[]>, ...values)
  const chance = (share: number) => draw(fc.nat, 999) >= 1_000 * (1 - share)
  const hostility = pick([0, 0.1, 0.4])

  const path = pick(paths).replace('{}', () => pick(fillings)) + pick(queries)
  const target = chance(hostility * 0.3) ? pick(targets) : path
  const method = chance(0.5) ? 'GET' : pick(methods)
  const version = chance(hostility) ? pick(versions) : 'HTTP/1.1'
  const body = method === 'GET' && !chance(hostility) ? '' : pick(bodies)
  const chosen: [string, string][] = [
    ['Host', 'portal'],
    ['Accept', 'text/html,*/*'],
    ['Connection', 'close'],
    ...(body === '' ? [] : ([['Content-Length', String(body.length)]] as [string, string][])),
  ]
  for (const [name, values] of Object.entries(headers)) {
    if (chance(0.1)) {
      const existing = chosen.find(([of]) => of === name)
      const value = pick(chance(hostility) ? hostileTexts : values)
      if (existing && !chance(hostility * 0.3)) existing[1] = value
      else chosen.push([name, value])
    }
  }
  if (chance(hostility * 0.2)) chosen.push([pick(hostileTexts).slice(0, 100), pick(hostileTexts)])
  const end = chance(hostility * 0.2) ? '\n' : '\r\n'
  const head = chosen.map(([name, value]) => `${name}: ${value}${end}`).join('')
  const line = [method, Buffer.from(target).toString('latin1'), version].join(chance(hostility * 0.1) ? '  ' : ' ')
  return `${line}${end}${head}${end}${completed(body, chosen)}`
}

/** Adds as many bytes as the headers announce, because a server waits a minute for missing ones. */
function completed(body: string, chosen: readonly [string, string][]): string {
  if (chosen.some(([name]) => name === 'Transfer-Encoding')) return `${body}\r\n0\r\n\r\n`
  const [, length = ''] = chosen.find(([name]) => name === 'Content-Length') ?? []
  return /^\d{1,5}$/.test(length) ? body.padEnd(Number(length), ' ') : body
}
