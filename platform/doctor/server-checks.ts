import { splitSecrets } from '@portal/api/settings/secrets'
import { sendRequest } from '@portal/command/send-request'
import { CallerAddress, getCallerAddress } from '@portal/contracts/caller-address'
import { releaseStoreFrom } from '../releases/release-settings.ts'
import { findDamage, readRegistry } from '../releases/releases.ts'
import { requireServable } from '../releases/served.ts'
import { type Check, Note } from './check.ts'

const RESPONSE_TIMEOUT_MS = 10_000
/** An address for documents (RFC 5737), which no client has. */
const PRETENDED_ADDRESS = '192.0.2.1'

export const releases: Check = {
  subject: 'Releases',
  names: /^RELEASE/,
  mend: 'docs/releases-operations.md#settings',
  async examine({ env }) {
    const store = releaseStoreFrom(env)
    const registry = await readRegistry(store)
    const { sequence, names } = registry
    if (!names.shell) throw new Error('no shell is released: docs/first-deployment.md#8-make-the-first-release')
    await requireServable(store, registry)
    for (const [name, { current }] of Object.entries(names)) {
      const damage = await findDamage(store, name, current)
      if (damage) throw new Error(`${damage}: release it again`)
    }
    return `registry ${sequence} with ${Object.keys(names).join(', ')}, ${store.publicKeys ? 'signed' : 'not signed'}`
  },
}

export const api: Check = {
  subject: 'API',
  names: /^API_URL$/,
  mend: 'docs/first-deployment.md#7-start-the-apis',
  async examine({ env: { API_URL: urls = '', METRICS_TOKEN: token = '' } }) {
    for (const url of urls.split(',').map((each) => each.trim().replace(/\/+$/, ''))) {
      const ready = await request(`${url}/readyz`)
      if (!ready.text.includes('"ok"')) throw new Error(`${url} is not ready: ${ready.text.slice(0, 200)}`)
      const { status } = await request(`${url}/metrics`, token)
      if (status !== 200) throw new Error(`${url} does not accept the METRICS_TOKEN of this file`)
    }
    return `${urls}: ready, with the same METRICS_TOKEN`
  },
}

/** Sends a request as users do. The API responds with the address that it takes for the sender's. */
export const proxy: Check = {
  subject: 'Proxy',
  names: /^PORTAL_ORIGIN$/,
  after: 'Addresses',
  mend: 'TRUST_PROXY of api.env, and docs/servers.md#nginx',
  async examine({ env: { PORTAL_ORIGIN: origin = '', TRUST_PROXY, METRICS_TOKEN: token } }) {
    if (!token) throw new Note('not checked: mend Metrics first')
    const { status, text } = await request(`${origin}/api/v1${getCallerAddress.path}`, token)
    if (status === 401) throw new Error(`the API at ${origin} has another METRICS_TOKEN`)
    if (status !== 200) throw new Error(`${origin} responds with ${status}`)
    const { address, proxies } = CallerAddress.parse(JSON.parse(text))
    if (address === PRETENDED_ADDRESS) throw new Error('clients can pretend to have any address by X-Forwarded-For')
    if (proxies === 0 && (TRUST_PROXY !== 'none' || origin.startsWith('https:'))) {
      throw new Error(`requests come from ${address}, which TRUST_PROXY does not name: all users share its limits`)
    }
    return `a request to ${origin} arrives with the address ${address}`
  },
}

/** @throws Note without a response, as before the server is started */
async function request(url: string, token = '') {
  const authorization = `Bearer ${splitSecrets(token)[0]?.value}`
  const headers = { authorization, 'x-forwarded-for': PRETENDED_ADDRESS }
  return await sendRequest({ url, headers, timeoutMs: RESPONSE_TIMEOUT_MS }).catch((error: Error) => {
    throw new Note(`${new URL(url).origin} does not respond: ${error.message}`)
  })
}
