import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'

const boolean = z.stringbool()

/** 32 bytes in base64: `openssl rand -base64 32`. */
const key = z.base64().transform((text, context) => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 32) context.addIssue('must be 32 bytes in base64')
  return bytes
})

const origins = z.string().transform((text, context) => {
  const list = text.split(',').map((origin) => origin.trim())
  // Whole ones: a policy would read `*` as any site.
  const wrong = list.filter((origin) => !/^https?:\/\/[\w.:-]+$/.test(origin) || !isOrigin(origin))
  if (wrong.length > 0) context.addIssue('must be origins by comma, such as https://shop.example')
  return list
})

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}

const Environment = z.object({
  NODE_ENV: z.string().default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** Where people open the portal: `https://tips.example`. Cookies are `Secure` unless it is http. */
  PORTAL_ORIGIN: z.url(),
  /** Absent: the embedded PostgreSQL. */
  DATABASE_URL: z.optional(z.string()),
  /** Addresses of the proxies in front, by comma; whoever else claims to forward is not believed. */
  TRUST_PROXY: z.string().default(''),
  /** What the payment side shows to book tips. */
  SERVICE_TOKEN: z.string().min(16),
  /** What Prometheus shows to read `/metrics`, and can book no tips with. Absent: the service token. */
  METRICS_TOKEN: z.optional(z.string().min(16)),
  OTP_PEPPER: key,
  /** Encrypts card numbers. */
  VAULT_KEY: key,
  /** Takes `POST {phone, text}` with a bearer token. Absent in the demo: messages go to the sandbox. */
  SMS_GATEWAY_URL: z.optional(z.url()),
  SMS_GATEWAY_TOKEN: z.optional(z.string()),
  /** Who pays out. The sandbox is the only bank so far; production has to name it, so that nobody takes it for a real one. */
  BANK: z.enum(['sandbox']).default('sandbox'),
  /** What the portal keeps beside the database. */
  PORTAL_DATA: z.string().default(fileURLToPath(new URL('../../.data', import.meta.url))),
  /** Images go to this bucket of an S3-compatible store (`https://storage.example/bucket`); absent: into the data folder. */
  UPLOADS_S3_URL: z.optional(z.url()),
  UPLOADS_S3_REGION: z.string().default('us-east-1'),
  UPLOADS_S3_KEY_ID: z.optional(z.string()),
  UPLOADS_S3_SECRET: z.optional(z.string()),
  /** Sites that may show `/cards/card-form` in a frame, by comma: `https://shop.example`. */
  CARD_FORM_ORIGINS: origins.default([]),
  DEMO_TIPS: boolean.default(true),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

/** Public, and fit for nothing but a demo on one's own machine. */
const demoDefaults = {
  SERVICE_TOKEN: 'demo-service-token',
  OTP_PEPPER: Buffer.alloc(32, 'demo-pepper').toString('base64'),
  VAULT_KEY: Buffer.alloc(32, 'demo-vault').toString('base64'),
}

/** A bucket is of no use without its keys. */
const neededForBucket = ['UPLOADS_S3_KEY_ID', 'UPLOADS_S3_SECRET'] as const

const neededInProduction = ['PORTAL_ORIGIN', 'DATABASE_URL', 'SMS_GATEWAY_URL', 'SMS_GATEWAY_TOKEN', 'BANK'] as const

export type Settings = {
  /** Demo data, sandbox SMS and bank; whenever NODE_ENV is not `production`. */
  demo: boolean
  host: string
  port: number
  origin: string
  databaseUrl: string | undefined
  trustProxy: string[]
  serviceToken: string
  metricsToken: string
  otpPepper: Buffer
  vaultKey: Buffer
  smsGateway: { url: string; token: string } | undefined
  /** Where images are kept. */
  uploads: { folder: string } | { url: string; region: string; keyId: string; secret: string }
  cardFormOrigins: string[]
  demoTips: boolean
  logLevel: string
}

export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** @throws SettingsError that lists everything missing or wrong, by the variable's name and never its value */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const demo = env.NODE_ENV !== 'production'
  const port = env.PORT || '3000'
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const result = Environment.safeParse(
    demo ? { ...demoDefaults, PORTAL_ORIGIN: `http://localhost:${port}`, ...given } : given,
  )

  const problems = new Map<string, string>()
  if (!result.success) {
    for (const { path, message } of result.error.issues) {
      const name = String(path[0])
      problems.set(name, name in given ? message : 'missing')
    }
  }
  if (!demo && result.data && !isSafeOrigin(result.data.PORTAL_ORIGIN)) problems.set('PORTAL_ORIGIN', 'must be https')
  if (!demo) for (const name of neededInProduction) if (!(name in given)) problems.set(name, 'missing')
  if (given.UPLOADS_S3_URL) for (const name of neededForBucket) if (!(name in given)) problems.set(name, 'missing')
  if (!result.success || problems.size > 0) {
    const lines = [...problems].map(([name, problem]) => `  ${name}: ${problem}`)
    throw new SettingsError(`Settings are missing or wrong:\n${lines.join('\n')}`)
  }

  const value = result.data
  return {
    demo,
    host: value.HOST,
    port: value.PORT,
    origin: new URL(value.PORTAL_ORIGIN).origin,
    databaseUrl: value.DATABASE_URL,
    trustProxy: value.TRUST_PROXY.split(',')
      .map((address) => address.trim())
      .filter(Boolean),
    serviceToken: value.SERVICE_TOKEN,
    metricsToken: value.METRICS_TOKEN ?? value.SERVICE_TOKEN,
    otpPepper: value.OTP_PEPPER,
    vaultKey: value.VAULT_KEY,
    smsGateway:
      value.SMS_GATEWAY_URL && value.SMS_GATEWAY_TOKEN
        ? { url: value.SMS_GATEWAY_URL, token: value.SMS_GATEWAY_TOKEN }
        : undefined,
    uploads: uploadsOf(value),
    cardFormOrigins: value.CARD_FORM_ORIGINS,
    demoTips: demo && value.DEMO_TIPS,
    logLevel: value.LOG_LEVEL,
  }
}

function uploadsOf(value: z.output<typeof Environment>): Settings['uploads'] {
  const { UPLOADS_S3_URL: url, UPLOADS_S3_REGION: region } = value
  const { UPLOADS_S3_KEY_ID: keyId, UPLOADS_S3_SECRET: secret } = value
  if (!url || !keyId || !secret) return { folder: join(value.PORTAL_DATA, 'uploads') }
  return { url: url.replace(/\/+$/, ''), region, keyId, secret }
}

/** Money over plain http: on one's own machine only. */
function isSafeOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
}
