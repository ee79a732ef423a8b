import { randomBytes } from 'node:crypto'
import { demoConsentFiles } from '../settings/consent-texts.ts'
import type { Secrets } from '../settings/secrets.ts'
import { readSettings, SettingsError } from '../settings/settings.ts'

export const newKey = () => randomBytes(32).toString('base64')

/** Variables with which production starts. The keys are new in each process. */
export const production = {
  NODE_ENV: 'production',
  PORTAL_ORIGIN: 'https://tips.example',
  DATABASE_URL: 'postgres://db.example/portal',
  SERVICE_TOKEN: 'a-long-enough-token',
  OTP_PEPPER: newKey(),
  VAULT_KEY: newKey(),
  SMS_GATEWAY_URL: 'https://sms.example/send',
  SMS_GATEWAY_TOKEN: 'a-gateway-token',
  BANK: 'sandbox',
  ALLOW_SANDBOX_BANK: 'yes',
  TRUST_PROXY: 'none',
  ...demoConsentFiles,
  SUPPORT_PHONE: '+78001234567',
  SUPPORT_HOURS: 'ежедневно с 9 до 21',
  OPERATOR_NAME: 'ООО «Ромашка»',
}

type Variables = Record<string, string | undefined>

/** Returns the error message for the variables, or an empty text if they are valid. */
export function settingsErrorMessage(env: Variables, read: (env: Variables) => object = readSettings): string {
  try {
    read(env)
    return ''
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
}

/** Returns live versions of a secret, as the setting `1:…,2:…` would. */
export function toSecrets<Value>(first: Value, ...others: Value[]): Secrets<Value> {
  return [{ id: '1', value: first }, ...others.map((value, index) => ({ id: String(index + 2), value }))]
}
