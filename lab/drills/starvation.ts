import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { say } from '@portal/command/command'
import sharp from 'sharp'
import { hire, openSession } from '../../e2e/fixtures/people.ts'
import { countsOf, medianBalanceMs, rawRequest, sendLoad } from './load.ts'
import { prepareOrder } from './orders.ts'
import { type DrillPortal, pageHeaders, startPortal } from './portal.ts'
import type { Drill } from './run-drill.ts'

const CONNECTIONS = 200
const ATTACK_SECONDS = 6
/** Under an attack another user's balance may take this many times as long as without load. */
const MAX_SLOWDOWN = 2

/**
 * Lets one signed-in user, or strangers, send requests on 200 connections, each of which sends its next request after a
 * response. Another user reads a balance meanwhile.
 */
export const starvation: Drill = async (running) => {
  // The requests of strangers name another address.
  const portal = await startPortal(running, { env: { TRUST_PROXY: '127.0.0.1' } })
  const victim = await openSession(portal.database, (await hire(portal.database)).id)
  const attacks = await prepareAttacks(portal)
  const load = { port: portal.port, seconds: ATTACK_SECONDS, arrivals: { connections: CONNECTIONS }, drainMs: 2_000 }

  // In the first seconds the compiler still optimizes the code.
  await sendLoad(running, { ...load, requests: attacks.balances ?? [], seconds: 4, arrivals: { connections: 4 } })
  await medianBalanceMs(portal, victim, 2)
  const baselineMs = await medianBalanceMs(portal, victim, 4)
  say(`quiet: ${baselineMs.toFixed(1)} ms`)

  let worst = { name: '', factor: 0 }
  for (const [name, requests] of Object.entries(attacks)) {
    const attack = sendLoad(running, { ...load, requests })
    await delay(1_000)
    const medianMs = await medianBalanceMs(portal, victim, ATTACK_SECONDS - 2)
    say(`${name}: ${medianMs.toFixed(1)} ms; ${countsOf(await attack)}`)
    if (medianMs / baselineMs > worst.factor) worst = { name, factor: medianMs / baselineMs }
  }
  return {
    figure: `another user's balance takes ${baselineMs.toFixed(1)} ms in quiet, at most ${worst.factor.toFixed(1)} × that (${worst.name})`,
    holds: worst.factor <= MAX_SLOWDOWN,
  }
}

async function prepareAttacks(portal: DrillPortal): Promise<Record<string, string[]>> {
  const { session, body, userId } = await prepareOrder(portal)
  // Each order consumes the newest remaining code, so as many right codes as orders are stored.
  await portal.database.query(
    `insert into otp (subject, purpose, phone, bound_to, code_hmac, attempts_left, created_at, expires_at)
     select subject, purpose, phone, bound_to, code_hmac, attempts_left, created_at, expires_at
     from otp, generate_series(1, 2000) where subject = $1`,
    [userId],
  )
  const headers = pageHeaders(session)
  const get = (path: string) => [rawRequest('GET', `/api/v1${path}`, headers)]
  const orders = (code: object) =>
    Array.from({ length: 500 }, () =>
      rawRequest('POST', '/api/v1/user/payout', { ...headers, 'idempotency-key': randomUUID() }, { ...body, ...code }),
    )
  return {
    balances: get('/user/balance'),
    lists: get('/user/billing'),
    'orders with right codes': orders({}),
    'orders with wrong codes': orders({ code: '000000' }),
    exports: get('/user/billing.csv'),
    uploads: [await upload(headers)],
    'event streams': get('/events'),
    ...strangers(headers),
  }
}

/** Returns requests that need no session, and a valid one in a form that no browser sends. */
function strangers(headers: Record<string, string>): Record<string, string[]> {
  const address = { 'x-forwarded-for': '203.0.113.7' }
  const page = { ...address, accept: 'text/html', 'accept-encoding': 'gzip, br' }
  return {
    pages: [rawRequest('GET', '/', page)],
    'pages that are not there': [rawRequest('GET', '/nowhere', page)],
    'the service worker': [rawRequest('GET', '/sw.js', address)],
    'images that are not there': [rawRequest('GET', `/uploads/${'0'.repeat(64)}.png`, address)],
    readiness: [rawRequest('GET', '/readyz', address)],
    'the description of the API': [rawRequest('GET', '/api/v1/openapi.json', address)],
    'lists by their whole addresses': [rawRequest('GET', 'http://localhost/api/v1/user/billing', headers)],
  }
}

/** Returns the upload of a photo of the maximum size. */
async function upload(headers: Record<string, string>): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 10 } as const
  const image = sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: '#888', noise } })
  const file = await image.jpeg({ quality: 30 }).toBuffer()
  const form = Buffer.concat([
    Buffer.from(
      '--b\r\ncontent-disposition: form-data; name="f"; filename="f.jpg"\r\ncontent-type: image/jpeg\r\n\r\n',
    ),
    file,
    Buffer.from('\r\n--b--\r\n'),
  ])
  return rawRequest('POST', '/api/v1/upload', { ...headers, 'content-type': 'multipart/form-data; boundary=b' }, form)
}
