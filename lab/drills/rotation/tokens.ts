import { randomBytes } from 'node:crypto'
import { sendTips, sendWebhook } from '../tips.ts'

/** The versions of secrets that a setting names, the one that is used first. */
export type Versions = readonly ('2025' | '2026')[]

export type Secret = {
  setting: string
  /** The versions 2025 and 2026. */
  versions: readonly [before: string, next: string]
  /** What operators are named by in place of the version. */
  name?: string
}

/** A secret that a client shows or signs with. */
export type Token = Secret & {
  /** Returns the status of a request with one version. */
  statusWith: (origin: string, secret: string) => Promise<number>
}

const newToken = () => randomBytes(24).toString('base64')
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function readStatus(sent: Promise<Response>): Promise<number> {
  const response = await sent
  await response.body?.cancel()
  return response.status
}

/** All tokens of docs/rotation.md, each tested by what it opens. */
export function tokens(): Token[] {
  return [
    {
      setting: 'SERVICE_TOKEN',
      versions: [newToken(), newToken()],
      statusWith: (origin, token) => readStatus(sendTips(origin, [], token)),
    },
    {
      setting: 'TIPS_WEBHOOK_SECRET',
      versions: [`whsec_${newToken()}`, `whsec_${newToken()}`],
      statusWith: (origin, secret) => readStatus(sendWebhook(origin, secret, [])),
    },
    {
      setting: 'METRICS_TOKEN',
      versions: [newToken(), newToken()],
      statusWith: (origin, token) => readStatus(fetch(`${origin}/metrics`, { headers: bearer(token) })),
    },
    {
      setting: 'ADMIN_TOKEN',
      name: 'olga',
      versions: [newToken(), newToken()],
      statusWith: (origin, token) =>
        readStatus(fetch(`${origin}/api/v1/admin/restaurants`, { headers: bearer(token) })),
    },
  ]
}

/** Returns the settings of secrets: `2025:…,2026:…`, or with the name of an operator in place of the version. */
export function listSecrets(secrets: readonly Secret[], order: Versions): Record<string, string> {
  const list = ({ versions: [before, next], name }: Secret) =>
    order.map((version) => `${name ?? version}:${version === '2025' ? before : next}`).join(',')
  return Object.fromEntries(secrets.map((secret) => [secret.setting, list(secret)]))
}
