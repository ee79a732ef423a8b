import { createHmac, randomBytes, randomUUID } from 'node:crypto'

/** A secret that a client shows or signs with. */
export type Token = {
  setting: string
  /** The versions 2025 and 2026. */
  versions: readonly [before: string, next: string]
  /** What operators are named by in place of the version. */
  name?: string
  /** Returns the status of a request with one version. */
  statusWith: (origin: string, secret: string) => Promise<number>
}

const newToken = () => randomBytes(24).toString('base64')
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function statusOf(url: string, init: RequestInit): Promise<number> {
  const response = await fetch(url, init)
  await response.body?.cancel()
  return response.status
}

/** All tokens of docs/rotation.md, each tested by what it opens. */
export function tokens(): Token[] {
  const tips = '{"tips":[]}'
  return [
    {
      setting: 'SERVICE_TOKEN',
      versions: [newToken(), newToken()],
      statusWith: (origin, token) =>
        statusOf(`${origin}/api/v1/ingest/tips`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...bearer(token) },
          body: tips,
        }),
    },
    {
      setting: 'TIPS_WEBHOOK_SECRET',
      versions: [`whsec_${newToken()}`, `whsec_${newToken()}`],
      statusWith(origin, secret) {
        const [id, timestamp] = [randomUUID(), String(Math.floor(Date.now() / 1_000))]
        const body = '{"type":"tips.booked","data":{"tips":[]}}'
        const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
        const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
        const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
        return statusOf(`${origin}/api/v1/webhooks/tips`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body,
        })
      },
    },
    {
      setting: 'METRICS_TOKEN',
      versions: [newToken(), newToken()],
      statusWith: (origin, token) => statusOf(`${origin}/metrics`, { headers: bearer(token) }),
    },
    {
      setting: 'ADMIN_TOKEN',
      name: 'olga',
      versions: [newToken(), newToken()],
      statusWith: (origin, token) => statusOf(`${origin}/api/v1/admin/restaurants`, { headers: bearer(token) }),
    },
  ]
}

/** `2025:…,2026:…`, or with the name of an operator twice. */
export function listOf(
  { versions, name }: Pick<Token, 'versions' | 'name'>,
  order: readonly ('2025' | '2026')[],
): string {
  return order.map((version) => `${name ?? version}:${versions[version === '2025' ? 0 : 1]}`).join(',')
}
