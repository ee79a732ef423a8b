import type * as z from 'zod'
import type { Environment, smsProviderNames } from './environment.ts'

type SmsProviderName = (typeof smsProviderNames)[number]

/** `sender` is the name that users see. */
type ByProvider = {
  gateway: { url: string; token: string }
  smsc: { url: string; key: string; sender: string | undefined }
  smsru: { url: string; key: string; sender: string | undefined }
}

export type SmsProviderSettings<Name extends SmsProviderName = SmsProviderName> = {
  [Each in Name]: { name: Each } & ByProvider[Each]
}[Name]

const needed: Record<string, readonly string[]> = {
  gateway: ['SMS_GATEWAY_URL', 'SMS_GATEWAY_TOKEN'],
  smsc: ['SMSC_API_KEY'],
  smsru: ['SMSRU_API_ID'],
} satisfies Record<SmsProviderName, readonly string[]>

/** Returns the variables that the providers require. By default this is the gateway, which is optional in a demo. */
export function neededForMessages(
  { SMS_PROVIDERS: names }: Record<string, string | undefined>,
  demo: boolean,
): readonly string[] {
  if (names === undefined) return demo ? [] : (needed.gateway ?? [])
  return names.split(',').flatMap((name) => needed[name.trim()] ?? [])
}

/** Returns the providers in the configured order. */
export function toSmsProviders(value: z.output<typeof Environment>): SmsProviderSettings[] {
  const { SMS_PROVIDERS: names = ['gateway'], SMS_GATEWAY_URL, SMS_GATEWAY_TOKEN } = value
  const { SMSC_URL, SMSC_API_KEY, SMSC_SENDER, SMSRU_URL, SMSRU_API_ID, SMSRU_SENDER } = value
  const configured = {
    gateway: SMS_GATEWAY_URL &&
      SMS_GATEWAY_TOKEN && { name: 'gateway' as const, url: SMS_GATEWAY_URL, token: SMS_GATEWAY_TOKEN },
    smsc: SMSC_API_KEY && { name: 'smsc' as const, url: SMSC_URL, key: SMSC_API_KEY, sender: SMSC_SENDER },
    smsru: SMSRU_API_ID && { name: 'smsru' as const, url: SMSRU_URL, key: SMSRU_API_ID, sender: SMSRU_SENDER },
  }
  return names.flatMap((name) => configured[name] || [])
}
