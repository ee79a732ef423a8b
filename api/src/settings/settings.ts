import { join } from 'node:path'
import type { ConsentTexts } from '@portal/contracts/consent'
import type * as z from 'zod'
import type { TracingSettings } from '../tracing/span.ts'
import { demoConsentFiles } from './consent-texts.ts'
import { Environment, PortalEnvironment, withoutTrailingSlashes } from './environment.ts'
import { bankNames, demoSecrets, isSafeAddress, productionProblems, proxyProblems } from './production-settings.ts'
import type { Providers } from './providers.ts'
import type { Secrets, VapidKey } from './secrets.ts'
import { neededForMessages, type SmsProviderSettings, toSmsProviders } from './sms-settings.ts'

type Variables = Record<string, string | undefined>

/** The most kopecks of one tip, and of all tips of a restaurant or of a source in an hour. */
export type TipCeilings = { tip: number; restaurantHour: number; sourceHour: number }

/** `url`: the API with its version, `https://api.yookassa.ru/v3`. `gatewayId`: the id of the gateway for payouts. */
export type YookassaAccount = { url: string; gatewayId: string; secretKey: string }

const neededForBucket = ['UPLOADS_S3_KEY_ID', 'UPLOADS_S3_SECRET'] as const

const neededForYookassa = ['YOOKASSA_GATEWAY_ID', 'YOOKASSA_SECRET_KEY'] as const

/** Variables that production requires of the API. */
const neededInProduction = ['DATABASE_URL', 'BANK', 'SUPPORT_PHONE', 'SUPPORT_HOURS', 'OPERATOR_NAME'] as const

/** The settings of the portal server. Without an API it has neither the database nor secrets of other services. */
export type PortalSettings = {
  /** With demo data, and with the sandboxes for SMS and the bank. True unless NODE_ENV is `production`. */
  demo: boolean
  host: string
  port: number
  origin: string
  /** Empty: the API is in the same process. */
  apiUrls: string[]
  cardFormOrigins: string[]
  /** The pages of signed-in users are rendered on the server. */
  serverRendering: boolean
  metricsToken: string | undefined
  trustProxy: string[]
  drainSeconds: number
  logLevel: string
  /** Absent: no traces. */
  tracing: TracingSettings | undefined
}

/** `contact`: the address to which a push service can write. `allowsLoopback`: allows push services on this machine. */
export type PushSettings = { keys: Secrets<VapidKey>; contact: string; allowsLoopback: boolean }

/** An operator of the portal, with one of the operator's tokens. */
export type Operator = { name: string; token: string }

export type Settings = PortalSettings & {
  databaseUrl: string | undefined
  /** The URL of the database that bypasses PgBouncer. */
  databaseDirectUrl: string | undefined
  migrationDatabaseUrl: string | undefined
  /** The first of the accepted tokens, for requests of this process. */
  serviceToken: string
  metricsToken: string
  serviceTokens: Secrets<string>
  metricsTokens: Secrets<string>
  operators: Operator[]
  /** Undefined: no message is accepted. */
  webhookSecrets: Secrets<Buffer> | undefined
  otpPeppers: Secrets<Buffer>
  vaultKeys: Secrets<Buffer>
  /** Absent: no push messages. */
  push: PushSettings | undefined
  /** In the configured order. Empty in a demo, whose messages go to the sandbox. */
  smsProviders: SmsProviderSettings[]
  payouts: {
    /** The maximum of simultaneous calls to one bank and for one user, so that other payouts do not wait for them. */
    bankConcurrency: number
    userConcurrency: number
    requestTimeoutMs: number
    providers: Providers
    /** Kopecks that one operator may decide about in 24 hours. */
    decisionLimit: number
  }
  tipCeilings: TipCeilings
  /** The account of the provider, if it is configured. */
  yookassa: YookassaAccount | undefined
  /** Where images are stored. */
  uploads: { folder: string } | { url: string; region: string; keyId: string; secret: string }
  consentTexts: ConsentTexts
  /** What the help page shows. */
  supportContact: { email: string | null; phone: string | null; hours: string | null }
  /** The company that operates the portal. Null in a demo that names none. */
  operatorName: string | null
  auditYears: number
  /** A DSN of Sentry. Absent: faults of pages are only in the log. */
  faultsUrl: string | undefined
  demoTips: boolean
}

export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  /** What is wrong, by the names of the settings. */
  readonly problems: ReadonlyMap<string, string>

  constructor(message: string, problems: ReadonlyMap<string, string> = new Map()) {
    super(message)
    this.problems = problems
  }
}

/**
 * Reads the settings of the API, or of one process that is both. `releaseVariables`: further names that production
 * requires, for the portal's part. @throws SettingsError
 */
export function readSettings(env: Variables, releaseVariables: readonly string[] = []): Settings {
  const value = parse(
    Environment,
    env,
    (given, demo) => [
      ...(demo ? [] : [...neededInProduction, ...releaseVariables]),
      ...neededForMessages(given, demo),
      ...(given.UPLOADS_S3_URL ? neededForBucket : []),
      ...(bankNames(given).includes('yookassa') ? neededForYookassa : []),
    ],
    productionProblems,
  )
  const { YOOKASSA_GATEWAY_ID: gatewayId, YOOKASSA_SECRET_KEY: secretKey } = value
  const settings = portalSettings(value)
  return {
    ...settings,
    databaseUrl: value.DATABASE_URL,
    databaseDirectUrl: value.DATABASE_DIRECT_URL,
    migrationDatabaseUrl: value.MIGRATION_DATABASE_URL,
    serviceToken: value.SERVICE_TOKEN[0].value,
    metricsToken: (value.METRICS_TOKEN ?? value.SERVICE_TOKEN)[0].value,
    serviceTokens: value.SERVICE_TOKEN,
    metricsTokens: value.METRICS_TOKEN ?? value.SERVICE_TOKEN,
    operators: value.ADMIN_TOKEN,
    webhookSecrets: value.TIPS_WEBHOOK_SECRET,
    otpPeppers: value.OTP_PEPPER,
    vaultKeys: value.VAULT_KEY,
    push: toPushSettings(value),
    smsProviders: toSmsProviders(value),
    payouts: {
      bankConcurrency: value.PAYOUT_BANK_CONCURRENCY,
      userConcurrency: 4,
      requestTimeoutMs: value.BANK_TIMEOUT_SECONDS * 1_000,
      decisionLimit: value.PAYOUT_DECISION_LIMIT * 100,
      providers: { default: value.BANK, names: [...new Set([value.BANK, ...value.BANKS])] },
    },
    tipCeilings: {
      tip: value.TIP_LIMIT * 100,
      restaurantHour: value.TIPS_RESTAURANT_HOUR_LIMIT * 100,
      sourceHour: value.TIPS_SOURCE_HOUR_LIMIT * 100,
    },
    yookassa:
      gatewayId && secretKey ? { url: withoutTrailingSlashes(value.YOOKASSA_URL), gatewayId, secretKey } : undefined,
    uploads: toUploadSettings(value),
    consentTexts: { offer: value.OFFER_FILE, personal_data: value.CONSENT_FILE },
    supportContact: {
      email: value.SUPPORT_EMAIL ?? null,
      phone: value.SUPPORT_PHONE ?? null,
      hours: value.SUPPORT_HOURS ?? null,
    },
    operatorName: value.OPERATOR_NAME ?? null,
    auditYears: value.AUDIT_YEARS,
    faultsUrl: value.FAULTS_URL,
    demoTips: settings.demo && value.DEMO_TIPS,
  }
}

/** Reads only the settings of the portal server. @throws SettingsError */
export function readPortalSettings(env: Variables, releaseVariables: readonly string[] = []): PortalSettings {
  return portalSettings(
    parse(PortalEnvironment, env, (_given, demo) => ['API_URL', ...(demo ? [] : releaseVariables)], proxyProblems),
  )
}

function portalSettings(value: z.output<typeof PortalEnvironment>): PortalSettings {
  return {
    demo: isDemo(value),
    host: value.HOST,
    port: value.PORT,
    origin: new URL(value.PORTAL_ORIGIN).origin,
    apiUrls: value.API_URL,
    cardFormOrigins: value.CARD_FORM_ORIGINS,
    serverRendering: value.SERVER_RENDERING,
    metricsToken: value.METRICS_TOKEN?.[0].value,
    trustProxy: value.TRUST_PROXY,
    drainSeconds: value.DRAIN_SECONDS,
    logLevel: value.LOG_LEVEL,
    tracing: value.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT, share: value.OTEL_TRACES_SAMPLER_ARG }
      : undefined,
  }
}

function isDemo({ NODE_ENV }: { NODE_ENV?: string | undefined }): boolean {
  return NODE_ENV !== 'production'
}

/**
 * `needed`: names of further variables that must not be missing.
 * @throws SettingsError that lists everything missing or wrong, by the variable's name and never its value
 */
function parse<T extends z.ZodType<{ PORTAL_ORIGIN: string }>>(
  schema: T,
  env: Variables,
  needed: (given: Variables, demo: boolean) => readonly string[],
  problemsInProduction: (given: Variables) => ReadonlyMap<string, string> = () => new Map(),
): z.output<T> {
  const given: Variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const demo = isDemo(given)
  const defaults = { ...demoSecrets, ...demoConsentFiles, PORTAL_ORIGIN: `http://localhost:${given.PORT ?? '3000'}` }
  const result = schema.safeParse(demo ? { ...defaults, ...given } : given)

  const problems = new Map<string, string>()
  for (const { path, message } of result.error?.issues ?? []) {
    const name = String(path[0])
    problems.set(name, name in given ? message : 'missing')
  }
  if (!demo && result.data && !isSafeAddress(result.data.PORTAL_ORIGIN)) problems.set('PORTAL_ORIGIN', 'must be https')
  if (!demo) {
    for (const [name, problem] of problemsInProduction(given)) if (!problems.has(name)) problems.set(name, problem)
  }
  for (const name of needed(given, demo)) if (!(name in given)) problems.set(name, 'missing')
  if (!result.success || problems.size > 0) {
    const lines = [...problems].map(([name, problem]) => `  ${name}: ${problem}`)
    throw new SettingsError(`Settings are missing or wrong:\n${lines.join('\n')}`, problems)
  }
  return result.data
}

function toPushSettings(value: z.output<typeof Environment>): PushSettings | undefined {
  const { PUSH_VAPID_KEYS: keys, SUPPORT_EMAIL: email, PORTAL_ORIGIN: origin } = value
  if (!keys) return undefined
  // RFC 8292 allows addresses of https and of mail.
  const contact = email ? `mailto:${email}` : origin.startsWith('https:') ? origin : 'https://chaevye.example'
  return { keys, contact, allowsLoopback: value.PUSH_SERVICE_ON_LOOPBACK === 'yes' }
}

function toUploadSettings(value: z.output<typeof Environment>): Settings['uploads'] {
  const { UPLOADS_S3_URL: url, UPLOADS_S3_REGION: region } = value
  const { UPLOADS_S3_KEY_ID: keyId, UPLOADS_S3_SECRET: secret } = value
  if (!url || !keyId || !secret) return { folder: join(value.PORTAL_DATA, 'uploads') }
  return { url: withoutTrailingSlashes(url), region, keyId, secret }
}
