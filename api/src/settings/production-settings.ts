import { isIP } from 'node:net'
import { splitSecrets } from './secrets.ts'

/** These secrets are public, so they are only for a demo on a developer's machine. */
export const demoSecrets = {
  SERVICE_TOKEN: 'demo-service-token',
  OTP_PEPPER: Buffer.alloc(32, 'demo-pepper').toString('base64'),
  VAULT_KEY: Buffer.alloc(32, 'demo-vault').toString('base64'),
}

const keys = ['OTP_PEPPER', 'VAULT_KEY', 'PUSH_VAPID_KEYS'] as const
/** Tokens must differ, because nobody must be able to book tips with the token for metrics or of the gateway. */
const tokens = ['SERVICE_TOKEN', 'TIPS_WEBHOOK_SECRET', 'METRICS_TOKEN', 'SMS_GATEWAY_TOKEN'] as const
/** Settings of earlier versions. Now all versions of a secret are in one setting. */
const replaced = ['SERVICE_TOKEN_ACCEPTED', 'TIPS_WEBHOOK_SECRET_ACCEPTED', 'OTP_PEPPER_ACCEPTED'] as const
/** Providers have chosen these secrets, so they need not look random. They give no access to the portal. */
const foreignKeys = ['SMSC_API_KEY', 'SMSRU_API_ID', 'YOOKASSA_SECRET_KEY', 'UPLOADS_S3_SECRET'] as const
const gateways = ['SMS_GATEWAY_URL', 'SMSC_URL', 'SMSRU_URL', 'UPLOADS_S3_URL', 'YOOKASSA_URL'] as const

type Variables = Record<string, string | undefined>

/** Returns what is allowed only in a demo: the names of variables with their problems, but never a value. */
export function productionProblems(given: Variables): Map<string, string> {
  const problems = new Map<string, string>()
  for (const name of keys) {
    if (!givenVersions(given, name).every(isRandomKey)) problems.set(name, 'must be random: `openssl rand -base64 32`')
  }
  for (const name of tokens) {
    if (!givenVersions(given, name).every(isSecretToken))
      problems.set(name, 'must be random: `openssl rand -base64 24`')
  }
  for (const secret of operatorSecrets(given)) {
    if (!isSecretToken(secret)) problems.set('ADMIN_TOKEN', 'must be random: `openssl rand -base64 24`')
    const other = tokens.find((name) => givenVersions(given, name).includes(secret))
    if (other) problems.set('ADMIN_TOKEN', `must differ from ${other}`)
  }
  for (const names of [keys, [...tokens, ...foreignKeys]]) {
    for (const [name, other] of repetitions(given, names)) problems.set(name, `must differ from ${other}`)
  }
  for (const name of replaced) {
    if (given[name])
      problems.set(name, `is a part of ${name.replace('_ACCEPTED', '')} now: the new secret, a comma, the old one`)
  }
  for (const name of gateways) {
    if (given[name] && !isSafeAddress(given[name])) problems.set(name, 'must be https')
  }
  if (given.PUSH_SERVICE_ON_LOOPBACK) problems.set('PUSH_SERVICE_ON_LOOPBACK', 'must not be set: it is for tests')
  if (bankNames(given).includes('sandbox') && given.ALLOW_SANDBOX_BANK !== 'yes') {
    const name = given.BANK === 'sandbox' ? 'BANK' : 'BANKS'
    problems.set(
      name,
      'must not be `sandbox`, which sends no money; ALLOW_SANDBOX_BANK=yes allows it, and every page shows that',
    )
  }
  return new Map([...problems, ...proxyProblems(given)])
}

/** The names of the providers in BANK and BANKS, as they are written there. */
export function bankNames({ BANK = '', BANKS = '' }: Variables): string[] {
  return [BANK, ...BANKS.split(',')].map((name) => name.trim()).filter(Boolean)
}

/** Requires the addresses of proxies. Otherwise all browsers seem to have one address, and share its limits. */
export function proxyProblems({ TRUST_PROXY }: Variables): Map<string, string> {
  const problems = new Map<string, string>()
  if (TRUST_PROXY === undefined) {
    problems.set('TRUST_PROXY', 'missing: addresses of the proxies in front, or `none` where browsers connect directly')
  } else if (trustedProxies(TRUST_PROXY).some(isTooWideNetwork)) {
    problems.set('TRUST_PROXY', 'must not be every address')
  }
  return problems
}

/**
 * Whether a key looks random: it has many different bytes and many different steps between them, unlike a text, a
 * repeated byte or a sequence.
 */
function isRandomKey(text: string): boolean {
  const bytes = [...Buffer.from(text, 'base64')]
  const steps = bytes.slice(1).map((byte, index) => (byte - (bytes[index] ?? 0)) & 255)
  const isText = bytes.every((byte) => byte >= 32 && byte < 127)
  return !isText && new Set(bytes).size >= 16 && new Set(steps).size >= 16
}

/** Matches placeholders of secrets in settings and documents. */
const placeholder = /change.?(me|it|this)|replace|example|placeholder|default|password|qwerty|12345|abcdef|^(.+)\2+$/i

function isSecretToken(text: string): boolean {
  return new Set(text).size >= 6 && !placeholder.test(text) && !text.toLowerCase().includes(demoSecrets.SERVICE_TOKEN)
}

/** `olga:…,ivan:…` → the secrets. */
function operatorSecrets({ ADMIN_TOKEN }: Variables): string[] {
  const parts = ADMIN_TOKEN?.split(',') ?? []
  return parts.map((part) => part.slice(part.indexOf(':') + 1).trim())
}

/** The versions of a secret. */
function givenVersions(given: Variables, name: string): string[] {
  return given[name] ? splitSecrets(given[name]).map(({ value }) => value) : []
}

/**
 * Returns the names of each two secrets that share a version. The second is
 * `its other version` if one secret has a version twice.
 */
function repetitions(given: Variables, names: readonly string[]): [string, string][] {
  return names.flatMap((name, index): [string, string][] => {
    const versions = givenVersions(given, name)
    if (new Set(versions).size < versions.length) return [[name, 'its other version']]
    const earlier = names
      .slice(0, index)
      .find((other) => givenVersions(given, other).some((each) => versions.includes(each)))
    return earlier === undefined ? [] : [[name, earlier]]
  })
}

/** Whether it is https, or plain http on this machine. */
export function isSafeAddress(url: string): boolean {
  if (!URL.canParse(url)) return true
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127(\.\d+){3}$/.test(hostname)
}

/** `10.0.0.1, 10.1.0.0/16`, or `none` if there is no proxy. */
export function trustedProxies(text: string): string[] {
  const addresses = text
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean)
  return addresses.length === 1 && addresses[0] === 'none' ? [] : addresses
}

/** Names of networks that Fastify accepts in addition to addresses and `address/bits`. */
const networks = ['loopback', 'linklocal', 'uniquelocal']

export function isProxy(address: string): boolean {
  const [ip = '', bits = '0', ...rest] = address.split('/')
  if (networks.includes(address)) return true
  return rest.length === 0 && isIP(ip) > 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(ip) === 4 ? 32 : 128)
}

/** Whether a network is wider than any private one (`10.0.0.0/8`, `fc00::/7`), also as IPv4 written in IPv6. */
function isTooWideNetwork(address: string): boolean {
  const [ip = '', bits] = address.split('/')
  if (bits === undefined) return false
  if (isIP(ip) === 4) return Number(bits) < 8
  return Number(bits) < (ip.startsWith('::') ? 104 : 7)
}

/**
 * Returns the address of a database as `URL` can parse it. `URL` rejects the user of a socket,
 * `postgres://portal_api@/portal?host=/run/postgresql`, because there is no host. PostgreSQL prefers the parameter.
 */
export function withHost(databaseUrl: string): string {
  return databaseUrl.replace(/@(?=\/[^@]*$)/, '@localhost')
}

/** Whether a connection to another machine is unencrypted. */
export function isUnencrypted(databaseUrl: string): boolean {
  const url = withHost(databaseUrl)
  if (!URL.canParse(url)) return false
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  const mode = searchParams.get('sslmode') ?? (searchParams.get('ssl') === 'true' ? 'require' : 'disable')
  return host !== '' && !host.startsWith('/') && !isLoopback(host) && ['disable', 'allow', 'prefer'].includes(mode)
}
