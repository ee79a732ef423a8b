import { stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { basename, dirname, resolve } from 'node:path'
import { createSmsProviders } from '@portal/api/messages/sms/configured-providers'
import { createYookassaBank } from '@portal/api/payouts/bank/yookassa/yookassa-bank'
import { bankNames } from '@portal/api/settings/production-settings'
import { type Check, type Examined, Note } from './check.ts'

const RESPONSE_TIMEOUT_MS = 10_000

export const addresses: Check = {
  subject: 'Addresses',
  names: /^(HOST|PORT|PORTAL_ORIGIN|TRUST_PROXY)$/,
  mend: 'docs/settings.md#both-servers',
  examine({ env: { PORTAL_ORIGIN: origin = '', HOST: host = '127.0.0.1' } }) {
    const own = Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address))
    if (isIP(host) && ![...own, '0.0.0.0', '::'].includes(host)) {
      throw new Error(`HOST is ${host}, which is no address of this machine`)
    }
    if (new URL(origin).hostname.endsWith('.example')) throw new Error(`PORTAL_ORIGIN is the example ${origin}`)
    return `users open ${origin}; the process listens on ${host}`
  },
}

export const metrics: Check = {
  subject: 'Metrics',
  names: /^METRICS_TOKEN$/,
  mend: '`openssl rand -base64 24`, the same in api.env and portal.env',
  examine({ env }) {
    if (!env.METRICS_TOKEN) throw new Error('METRICS_TOKEN is missing, so there are no alerts')
    return 'METRICS_TOKEN is set'
  },
}

const keys: Check = {
  subject: 'Keys',
  names: /^(OTP_PEPPER|VAULT_KEY|PUSH_VAPID_KEYS)/,
  mend: '`openssl rand -base64 32` for each',
  examine({ env }) {
    if (!env.PUSH_VAPID_KEYS) throw new Note('PUSH_VAPID_KEYS is missing, so there are no push messages')
    return 'OTP_PEPPER, VAULT_KEY and PUSH_VAPID_KEYS are random'
  },
}

const tokens: Check = {
  subject: 'Tokens',
  names: /^(SERVICE_TOKEN|TIPS_WEBHOOK_SECRET|ADMIN_TOKEN)/,
  mend: '`openssl rand -base64 24` for each; ADMIN_TOKEN is olga:<secret>,ivan:<secret>',
  examine({ env: { ADMIN_TOKEN: operators } }) {
    if (!operators) throw new Error('ADMIN_TOKEN is missing, so there is no operator')
    const names = new Set(operators.split(',').map((operator) => operator.trim().split(':')[0]))
    if (names.size < 2) throw new Note(`${[...names]} is the only operator, and some changes need two`)
    return `operators ${[...names].join(', ')}`
  },
}

const texts: Check = {
  subject: 'Texts',
  names: /^(OFFER_FILE|CONSENT_FILE|SUPPORT_\w+|OPERATOR_NAME)$/,
  mend: 'docs/settings.md#the-offer-and-the-consent',
  async examine({ env: { OFFER_FILE: offer = '', CONSENT_FILE: consent = '', OPERATOR_NAME: operator } }) {
    for (const file of [offer, consent]) await requireReadable(file)
    const example = [offer, consent].find((file) => file.includes('/demo/texts/'))
    if (example) throw new Note(`${basename(example)} is the example of the demo, which is only for a trial`)
    return `${basename(offer)} and ${basename(consent)} by ${operator}`
  },
}

/** As root this command can read what the user of the API cannot. */
async function requireReadable(file: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const [{ mode }, folder] = await Promise.all([stat(file), stat(dirname(resolve(file)))])
  if (!(mode & 0o004 && folder.mode & 0o001)) throw new Error(`${file} can be read by root only, and not by the API`)
}

const sms: Check = {
  subject: 'SMS',
  names: /^SMS/,
  mend: 'docs/settings.md#api-messages',
  async examine({ settings }) {
    const providers = createSmsProviders(requireSettings(settings).smsProviders)
    for (const { name, findReport } of providers) {
      // Asked for a message that it does not have, a provider sends nothing and rejects a wrong key. The number changes
      // each second, because SMSC.ru rejects a second request for the same message within a minute.
      const message = { id: Math.floor(Date.now() / 1000), phone: '+79000000000', providerId: '0' }
      await findReport?.(message, { timeoutMs: RESPONSE_TIMEOUT_MS }).catch(({ reason }: { reason: string }) => {
        throw new Error(`${name} rejects its key or cannot be reached: ${reason}`)
      })
    }
    const asked = providers.map(({ name, findReport }) =>
      findReport ? name : `${name} (cannot be asked without a message)`,
    )
    return asked.join(', ')
  },
}

const bank: Check = {
  subject: 'Bank',
  names: /^(BANK|YOOKASSA|ALLOW_SANDBOX_BANK)/,
  mend: 'docs/banks.md',
  async examine({ env, settings }) {
    const { yookassa } = requireSettings(settings)
    const { balance } = yookassa ? createYookassaBank(yookassa) : {}
    await balance?.(AbortSignal.timeout(RESPONSE_TIMEOUT_MS))
    const names = bankNames(env)
    if (names.includes('sandbox')) throw new Note(`${names.join(', ')}: the sandbox sends no money`)
    return names.join(', ')
  },
}

function requireSettings(settings: Examined['settings']) {
  if (settings) return settings
  throw new Note('its settings are complete; it is asked when all others are, too')
}

export const settingChecks: readonly Check[] = [addresses, keys, tokens, metrics, texts, sms, bank]
