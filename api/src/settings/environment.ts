import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import { consentFile } from './consent-texts.ts'
import { isProxy, trustedProxies, withHost } from './production-settings.ts'
import { isProviderName, providerNames } from './providers.ts'
import { type Secret, type Secrets, splitSecrets, toVapidKey } from './secrets.ts'

const boolean = z.stringbool()

/** 32 bytes in base64: `openssl rand -base64 32`. */
const key = z.base64().transform((text, context) => {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 32) context.addIssue('must be 32 bytes in base64')
  return bytes
})

/** A private key of VAPID (RFC 8292). Nearly all values of 32 bytes are one. */
const vapidKey = key.transform((bytes, context) => {
  try {
    return toVapidKey(bytes)
  } catch {
    context.addIssue('must be random: `openssl rand -base64 32`')
    return z.NEVER
  }
})

/** It names one server. In a cluster this is HAProxy, which knows the others. */
const databaseUrl = z
  .string()
  .refine(
    (url) => !/^\w+:\/\/([^/?]*@)?[^/?@]*,/.test(url),
    'must name one server, in a cluster HAProxy (docs/postgresql.md)',
  )
  .refine(
    (url) => URL.canParse(withHost(url)),
    'must be postgres://user:password@host:5432/database, with / in a password as %2F',
  )

/** `whsec_` and 24 to 64 bytes in base64. */
const webhookSecret = z.string().transform((text, context) => {
  const bytes = Buffer.from(text.replace(/^whsec_/, ''), 'base64')
  if (!/^whsec_[\w+/-]+=*$/.test(text) || bytes.length < 24 || bytes.length > 64) {
    context.addIssue('must be `whsec_` and 24 to 64 bytes in base64')
  }
  return bytes
})

const origins = z.string().transform((text, context) => {
  const list = text.split(',').map((origin) => origin.trim())
  // Only whole origins, because a policy would read `*` as any site.
  const wrong = list.filter((origin) => !/^https?:\/\/[\w.:-]+$/.test(origin) || !isOrigin(origin))
  if (wrong.length > 0) context.addIssue('must be origins by comma, such as https://shop.example')
  return list
})

export const withoutTrailingSlashes = (address: string): string => address.replace(/\/+$/, '')

const addresses = z.string().transform((text, context) => {
  const list = text.split(',').map((address) => withoutTrailingSlashes(address.trim()))
  if (!list.every((address) => /^https?:\/\/./.test(address) && URL.canParse(address))) {
    context.addIssue('must be addresses by comma, such as http://10.0.0.5:3100')
  }
  return list
})

const proxies = z.string().transform((text, context) => {
  const list = trustedProxies(text)
  if (!list.every(isProxy)) context.addIssue('must be addresses by comma, such as 10.0.0.5 or 10.1.0.0/16, or `none`')
  return list
})

/** `2026:…,2025:…`: the first version is used, and all are accepted. Error messages never repeat a value. */
const secretVersions = <Value>(secret: z.ZodType<Value, string>) =>
  z.string().transform((text, context): Secrets<Value> => {
    const versions = splitSecrets(text).flatMap(({ id, value }): Secret<Value>[] => {
      const { data, error } = secret.safeParse(value)
      for (const { message } of error?.issues ?? []) context.addIssue(message)
      return data === undefined ? [] : [{ id, value: data }]
    })
    if (new Set(versions.map(({ id }) => id)).size < versions.length) context.addIssue('must name each version once')
    const [first, ...others] = versions
    return first ? [first, ...others] : z.NEVER
  })

const token = secretVersions(z.string().min(16))

/** `olga:…,ivan:…`: the names are recorded for changes that are made with the secrets. */
const operators = z.string().transform((text, context) => {
  const list = text.split(',').map((part) => {
    const [name = '', ...rest] = part.trim().split(':')
    return { name, token: rest.join(':') }
  })
  const isValid = list.every(({ name, token }) => /^[\p{L}\d._-]{1,40}$/u.test(name) && token.length >= 32)
  const isUnique = new Set(list.map(({ token }) => token)).size === list.length
  if (!isValid || !isUnique)
    context.addIssue('must be `name:secret` by comma, each secret once, secrets of 32 characters or more')
  return list
})

const providers = z.string().transform((text, context) => {
  const list = text.split(',').map((name) => name.trim())
  const known = list.filter(isProviderName)
  if (known.length < list.length) context.addIssue(`must be of ${providerNames.join(', ')}, by comma`)
  return known
})

const gateway = z.url({ protocol: /^https?$/ })

const faultsUrl = gateway.refine((address) => {
  const { username, pathname } = new URL(address)
  return username !== '' && /\/[^/]+\/?$/.test(pathname)
}, 'must be a DSN of Sentry: https://<key>@sentry.example/<project>')

export const smsProviderNames = ['gateway', 'smsc', 'smsru'] as const
const smsProviderName = z.enum(smsProviderNames)
const smsProviders = z.string().transform((text, context) => {
  const names = text.split(',').map((name) => name.trim())
  const { data = [] } = z.array(smsProviderName).safeParse(names)
  if (data.length === 0 || new Set(data).size < data.length) {
    context.addIssue(`must be names by comma, each of them once: ${smsProviderNames.join(', ')}`)
  }
  return data
})

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}

/** The settings of every process. */
const ServerEnvironment = z.object({
  /** No other value is accepted. A server with `prod` would be a demo, whose codes any visitor can read. */
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** The address of the portal: `https://tips.example`. Cookies are `Secure` unless it is http. */
  PORTAL_ORIGIN: z.url(),
  /** The folder of the portal's data apart from the database. */
  PORTAL_DATA: z.string().default(fileURLToPath(new URL('../../../.data', import.meta.url))),
  /** After SIGTERM a server continues for this time with 503 at `/readyz`, until load balancers have noticed. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  /** Addresses of the proxies, separated by commas, or `none`. X-Forwarded-For of other senders is ignored. */
  TRUST_PROXY: proxies.default([]),
  /** The collector of traces, `http://127.0.0.1:4318`. Absent: no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(gateway),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

/** The settings of the portal server, which serves pages. */
export const PortalEnvironment = ServerEnvironment.extend({
  /**
   * The API of another process, `http://10.0.0.5:3100`. This process is then only a portal server. Several are
   * separated by commas; the first that is ready is used.
   */
  API_URL: addresses.default([]),
  /** Sites that may show `/cards/card-form` in an iframe, separated by commas: `https://shop.example`. */
  CARD_FORM_ORIGINS: origins.default([]),
  /** If it is off, pages are rendered only in the browser. */
  SERVER_RENDERING: boolean.default(true),
  /**
   * The token with which Prometheus reads `/metrics`, and the portal server reads the reports about releases. It cannot
   * book tips. Absent: the service token, which a portal server without an API does not have.
   */
  METRICS_TOKEN: z.optional(token),
})

/** The settings of the API, and of one process that is both. */
export const Environment = PortalEnvironment.extend({
  /**
   * Absent: the embedded PostgreSQL. Its role must own nothing. A demo also accepts the owner, and creates such a role.
   */
  DATABASE_URL: z.optional(databaseUrl),
  /** The database without PgBouncer. Required if DATABASE_URL leads to a PgBouncer that pools transactions. */
  DATABASE_DIRECT_URL: z.optional(databaseUrl),
  /** The role that owns the tables. Absent: `npm run migrate` runs the migrations, and the API only checks for them. */
  MIGRATION_DATABASE_URL: z.optional(databaseUrl),
  /** The token with which the payment side books tips. */
  SERVICE_TOKEN: token,
  /**
   * The tokens of operators (`npm run admin`): `name:secret`, separated by commas. The audit trail has the name. A name
   * has two secrets while one is replaced. Absent: there are no operators.
   */
  ADMIN_TOKEN: operators.default([]),
  /** The secret with which the payment side signs (standardwebhooks.com). Absent: the webhook rejects everything. */
  TIPS_WEBHOOK_SECRET: z.optional(secretVersions(webhookSecret)),
  /** Codes are hashed with the first version and checked with all, because another process may have sent them. */
  OTP_PEPPER: secretVersions(key),
  /** Card numbers are encrypted with the first version, and decrypted with all. */
  VAULT_KEY: secretVersions(key),
  /**
   * Push messages are signed with the key of their subscription. New subscriptions get the first key. Absent: there are
   * no push messages.
   */
  PUSH_VAPID_KEYS: z.optional(secretVersions(vapidKey)),
  /** For tests: allows push services on this machine, over http. */
  PUSH_SERVICE_ON_LOOPBACK: z.optional(z.literal('yes')),
  /**
   * The providers of messages, the preferred one first. If it is absent in a demo, messages go to the sandbox.
   */
  SMS_PROVIDERS: z.optional(smsProviders),
  /** Accepts `POST {phone, text}` with a bearer token. */
  SMS_GATEWAY_URL: z.optional(gateway),
  SMS_GATEWAY_TOKEN: z.optional(z.string()),
  /** The sender is the name that users see, as agreed with the provider. Absent: the provider's own name. */
  SMSC_API_KEY: z.optional(z.string()),
  SMSC_SENDER: z.optional(z.string()),
  SMSC_URL: gateway.default('https://smsc.ru'),
  SMSRU_API_ID: z.optional(z.string()),
  SMSRU_SENDER: z.optional(z.string()),
  SMSRU_URL: gateway.default('https://sms.ru'),
  /** The provider that pays out for restaurants that do not name a provider. */
  BANK: z.enum(providerNames).default('sandbox'),
  /** Further providers that a restaurant may name, separated by commas. */
  BANKS: providers.default([]),
  /** Allows production to pay out by the sandbox, which sends no money. Every page then says so. */
  ALLOW_SANDBOX_BANK: z.optional(z.literal('yes')),
  /** The gateway for payouts of ЮKassa and its secret key. */
  YOOKASSA_GATEWAY_ID: z.optional(z.string().min(1)),
  YOOKASSA_SECRET_KEY: z.optional(z.string().min(1)),
  YOOKASSA_URL: gateway.default('https://api.yookassa.ru/v3'),
  /** The maximum of simultaneous calls to one bank, so that payouts of other banks do not wait for a slow one. */
  PAYOUT_BANK_CONCURRENCY: z.coerce.number().int().min(1).max(1_000).default(16),
  /** Rubles of payouts that one operator may decide about in 24 hours. Above that, another operator must confirm. */
  PAYOUT_DECISION_LIMIT: z.coerce.number().int().min(0).max(1_000_000).default(10_000),
  /**
   * The most rubles that may be booked: as one tip, and in an hour for a restaurant, and in an hour by the token or the
   * secret.
   */
  TIP_LIMIT: z.coerce.number().int().min(1).max(1_000_000).default(100_000),
  TIPS_RESTAURANT_HOUR_LIMIT: z.coerce.number().int().min(1).max(1_000_000_000).default(1_000_000),
  TIPS_SOURCE_HOUR_LIMIT: z.coerce.number().int().min(1).max(1_000_000_000).default(5_000_000),
  /** After this time the result of a payment is unknown, and its status is requested later. */
  BANK_TIMEOUT_SECONDS: z.coerce.number().min(1).max(120).default(10),
  /**
   * The bucket of an S3-compatible store for images: `https://storage.example/bucket`. Absent: images are in the data
   * folder.
   */
  UPLOADS_S3_URL: z.optional(gateway),
  UPLOADS_S3_REGION: z.string().default('us-east-1'),
  UPLOADS_S3_KEY_ID: z.optional(z.string()),
  UPLOADS_S3_SECRET: z.optional(z.string()),
  /** The texts that a new user agrees to: the offer, and the consent to the processing of personal data. */
  OFFER_FILE: consentFile,
  CONSENT_FILE: consentFile,
  /** What the help page shows. `SUPPORT_HOURS`: when the support answers, «ежедневно с 9 до 21 (МСК)». */
  SUPPORT_EMAIL: z.optional(z.email()),
  SUPPORT_PHONE: z.optional(z.string().regex(/^\+7\d{10}$/, 'must be a phone such as +78001234567')),
  SUPPORT_HOURS: z.optional(z.string().max(60)),
  /** The company that operates the portal, on the help page and on papers: «ООО „Ромашка“». */
  OPERATOR_NAME: z.optional(z.string().max(100)),
  /** Where faults of pages are sent, beside the log: a DSN of Sentry, `https://<key>@sentry.example/<project>`. */
  FAULTS_URL: z.optional(faultsUrl),
  /** How long the audit trail is kept. The database refuses to delete lines that are younger than five years. */
  AUDIT_YEARS: z.coerce.number().int().min(5).max(100).default(5),
  DEMO_TIPS: boolean.default(true),
})
