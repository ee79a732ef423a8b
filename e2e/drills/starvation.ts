import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { say } from '@portal/command/command'
import sharp from 'sharp'
import { hire, openSession } from '../fixtures/people.ts'
import { countsOf, medianBalance, rawRequest, sendLoad } from './load.ts'
import { prepareOrder } from './orders.ts'
import { type DrillPortal, pageHeaders, startPortal } from './portal.ts'
import type { Drill } from './run-drill.ts'

const CONNECTIONS = 200
const SECONDS = 6
/** Another user's balance may take so many times as long as in quiet. */
const MAX_FACTOR = 2

/**
 * One signed-in user, or strangers, with 200 connections, each sending its next request after a response; another user
 * reads a balance meanwhile.
 */
export const starvation: Drill = async (running) => {
  // A stranger is at another address.
  const portal = await startPortal(running, { env: { TRUST_PROXY: '127.0.0.1' } })
  const victim = await openSession(portal.database, (await hire(portal.database)).id)
  const attacks = await prepareAttacks(portal)
  const load = { port: portal.port, seconds: SECONDS, arrivals: { connections: CONNECTIONS }, drainMs: 2_000 }

  // The first seconds are the compiler's.
  await sendLoad(running, { ...load, requests: attacks.balances ?? [], seconds: 4, arrivals: { connections: 4 } })
  await medianBalance(portal, victim, 2)
  const quiet = await medianBalance(portal, victim, 4)
  say(`quiet: ${quiet.toFixed(1)} ms`)

  let worst = { name: '', factor: 0 }
  for (const [name, requests] of Object.entries(attacks)) {
    const attack = sendLoad(running, { ...load, requests })
    await delay(1_000)
    const median = await medianBalance(portal, victim, SECONDS - 2)
    say(`${name}: ${median.toFixed(1)} ms; ${countsOf(await attack)}`)
    if (median / quiet > worst.factor) worst = { name, factor: median / quiet }
  }
  return {
    figure: `another user's balance takes ${quiet.toFixed(1)} ms in quiet, at most ${worst.factor.toFixed(1)} × that (${worst.name})`,
    holds: worst.factor <= MAX_FACTOR,
  }
}

async function prepareAttacks(portal: DrillPortal): Promise<Record<string, string[]>> {
  const { session, body, userId } = await prepareOrder(portal)
  // As many right codes as orders: the newest one that is left is used up by each.
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

/** What anybody may request, also in the ways in which no browser does. */
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

/** A photo as large as it may be. */
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
