import { join } from 'node:path'
import type * as z from 'zod'
import { Environment, PortalEnvironment } from './environment.ts'
import { demoSecrets, isSafeAddress, productionProblems, proxyProblems } from './production-settings.ts'

type Variables = Record<string, string | undefined>

/** A bucket is of no use without its keys. */
const neededForBucket = ['UPLOADS_S3_KEY_ID', 'UPLOADS_S3_SECRET'] as const

/** An address is of no use without its day, nor the day without it. */
function neededForContact(given: Variables): readonly string[] {
  return given.SECURITY_CONTACT || given.SECURITY_EXPIRES ? ['SECURITY_CONTACT', 'SECURITY_EXPIRES'] : []
}

/** Variables that production requires of the API. */
const neededInProduction = ['DATABASE_URL', 'SMS_GATEWAY_URL', 'SMS_GATEWAY_TOKEN', 'BANK'] as const

/** What the portal server needs; alone it has neither the database nor anybody's secrets. */
export type PortalSettings = {
  /** Demo data, sandbox SMS and bank; whenever NODE_ENV is not `production`. */
  demo: boolean
  host: string
  port: number
  origin: string
  apiUrl: string | undefined
  cardFormOrigins: string[]
  previews: boolean
  /** Served until it expires. */
  securityContact: { address: string; expires: Date } | undefined
  metricsToken: string | undefined
  trustProxy: string[]
  drainSeconds: number
  logLevel: string
}

export type Settings = PortalSettings & {
  databaseUrl: string | undefined
  migrationDatabaseUrl: string | undefined
  serviceToken: string
  /** Accepted beside it. */
  otherServiceTokens: string[]
  metricsToken: string
  otpPepper: Buffer
  /** Codes are checked with them too. */
  otherOtpPeppers: Buffer[]
  vaultKey: Buffer
  smsGateway: { url: string; token: string } | undefined
  /** Limits of one process. */
  payouts: { bankConcurrency: number; userConcurrency: number; requestTimeoutMs: number }
  /** Where images are stored. */
  uploads: { folder: string } | { url: string; region: string; keyId: string; secret: string }
  demoTips: boolean
}

export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/**
 * Reads the settings of the API, or of one process that is both. `ofReleases`: further names that production requires, for the portal's
 * part. @throws SettingsError
 */
export function readSettings(env: Variables, ofReleases: readonly string[] = []): Settings {
  const value = parse(
    Environment,
    env,
    (given, demo) => [
      ...(demo ? [] : [...neededInProduction, ...ofReleases]),
      ...(given.UPLOADS_S3_URL ? neededForBucket : []),
      ...neededForContact(given),
    ],
    productionProblems,
  )
  const { SMS_GATEWAY_URL, SMS_GATEWAY_TOKEN } = value
  const settings = portalSettings(value)
  return {
    ...settings,
    databaseUrl: value.DATABASE_URL,
    migrationDatabaseUrl: value.MIGRATION_DATABASE_URL,
    serviceToken: value.SERVICE_TOKEN,
    otherServiceTokens: value.SERVICE_TOKEN_ACCEPTED ? [value.SERVICE_TOKEN_ACCEPTED] : [],
    metricsToken: value.METRICS_TOKEN ?? value.SERVICE_TOKEN,
    otpPepper: value.OTP_PEPPER,
    otherOtpPeppers: value.OTP_PEPPER_ACCEPTED ? [value.OTP_PEPPER_ACCEPTED] : [],
    vaultKey: value.VAULT_KEY,
    smsGateway: SMS_GATEWAY_URL && SMS_GATEWAY_TOKEN ? { url: SMS_GATEWAY_URL, token: SMS_GATEWAY_TOKEN } : undefined,
    payouts: {
      bankConcurrency: value.PAYOUT_BANK_CONCURRENCY,
      userConcurrency: value.PAYOUT_USER_CONCURRENCY,
      requestTimeoutMs: value.BANK_TIMEOUT_SECONDS * 1_000,
    },
    uploads: uploadsOf(value),
    demoTips: settings.demo && value.DEMO_TIPS,
  }
}

/** Reads the settings of the portal server alone. @throws SettingsError */
export function readPortalSettings(env: Variables, ofReleases: readonly string[] = []): PortalSettings {
  return portalSettings(
    parse(
      PortalEnvironment,
      env,
      (given, demo) => ['API_URL', ...neededForContact(given), ...(demo ? [] : ofReleases)],
      proxyProblems,
    ),
  )
}

function portalSettings(value: z.output<typeof PortalEnvironment>): PortalSettings {
  return {
    demo: isDemo(value),
    host: value.HOST,
    port: value.PORT,
    origin: new URL(value.PORTAL_ORIGIN).origin,
    apiUrl: value.API_URL?.replace(/\/+$/, ''),
    cardFormOrigins: value.CARD_FORM_ORIGINS,
    securityContact: securityContactOf(value),
    previews: value.PREVIEWS ?? value.NODE_ENV !== 'production',
    metricsToken: value.METRICS_TOKEN,
    trustProxy: value.TRUST_PROXY,
    drainSeconds: value.DRAIN_SECONDS,
    logLevel: value.LOG_LEVEL,
  }
}

function securityContactOf({
  SECURITY_CONTACT: address,
  SECURITY_EXPIRES: expires,
}: z.output<typeof PortalEnvironment>) {
  return address && expires ? { address, expires } : undefined
}

function isDemo({ NODE_ENV }: { NODE_ENV?: string | undefined }): boolean {
  return NODE_ENV !== 'production'
}

/**
 * `needed`: names of what else may not be missing.
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
  const defaults = { ...demoSecrets, PORTAL_ORIGIN: `http://localhost:${given.PORT ?? '3000'}` }
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
    throw new SettingsError(`Settings are missing or wrong:\n${lines.join('\n')}`)
  }
  return result.data
}

function uploadsOf(value: z.output<typeof Environment>): Settings['uploads'] {
  const { UPLOADS_S3_URL: url, UPLOADS_S3_REGION: region } = value
  const { UPLOADS_S3_KEY_ID: keyId, UPLOADS_S3_SECRET: secret } = value
  if (!url || !keyId || !secret) return { folder: join(value.PORTAL_DATA, 'uploads') }
  return { url: url.replace(/\/+$/, ''), region, keyId, secret }
}
