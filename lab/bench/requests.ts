import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from '@portal/api/db/connect'
import { startEmbedded } from '@portal/api/db/embedded'
import { anna } from '@portal/api/demo/demo-users'
import { hire, openRestaurant } from '@portal/api/money/ledger/testing/test-ledger'
import { type Running, say, temporaryFolder } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import { percentile } from '@portal/command/percentile'
import { createProgram } from '@portal/command/program'
import { sql } from 'kysely'
import { serviceSettings, serviceToken } from '../drills/portal.ts'

/** One user may have 20 requests at a time: four run, the others wait. */
const CONNECTIONS = 16
const SECONDS = 8
/** The employees who get one tip each in a batch. */
const EMPLOYEES = 1_000
/** Set before the first request: a port that is free. */
let port = 0
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const page = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

async function call(method: string, path: string, headers: Record<string, string>, body?: object) {
  const sent = request({ port, agent, method, path: `/api/v1${path}`, headers })
  sent.end(body && JSON.stringify(body))
  const [response] = await once(sent, 'response')
  const content = await text(response)
  if (response.statusCode >= 400) throw new Error(`${method} ${path}: ${response.statusCode} ${content}`)
  return response
}

/** `perCall` is how many counted items one call has. `clients` is how many calls run concurrently. */
async function measure(
  name: string,
  work: () => Promise<unknown>,
  { clients = CONNECTIONS, perCall = 1 } = {},
): Promise<void> {
  const times: number[] = []
  const end = performance.now() + SECONDS * 1_000
  const client = async () => {
    for (let now = performance.now(); now < end; ) {
      await work()
      times.push(performance.now() - now)
      now = performance.now()
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const at = (share: number) => percentile(times, share).toFixed(0)
  const rate = ((times.length * perCall) / SECONDS).toFixed(0)
  say(`${name.padEnd(52)} ${rate.padStart(6)} a second, median ${at(0.5)} ms, p95 ${at(0.95)} ms`)
}

/** Measures how many requests one process of the API serves, over the data of the demo. */
export async function requests(running: Running): Promise<void> {
  const { url } = running.started(await startEmbedded(await temporaryFolder(running, 'bench')))
  await startApi(running, url)
  await measureUser()
  await measurePaymentSide(running, url)
}

async function startApi({ started }: Running, databaseUrl: string): Promise<void> {
  port = await freePort()
  const api = createProgram({
    command: process.execPath,
    args: [join(import.meta.dirname, '../../api/src/main.ts')],
    options: {
      env: {
        ...process.env,
        PORT: String(port),
        DATABASE_URL: databaseUrl,
        DEMO_TIPS: 'off',
        LOG_LEVEL: 'warn',
        ...serviceSettings,
      },
      stdio: 'inherit',
    },
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok,
  })
  started({
    async stop() {
      agent.destroy()
      await api.end('SIGTERM')
    },
  })
  await api.start()
}

async function measureUser(): Promise<void> {
  const signedIn = await call('POST', '/login', page, { phoneNumber: anna.phone, password: 'demo-Chaevye-1' })
  // Another one names the device.
  const cookies: string[] = signedIn.headers['set-cookie'] ?? []
  const session = cookies.find((cookie) => cookie.startsWith('session='))?.split(';')[0]
  const headers = { ...page, cookie: String(session) }
  await measure('bootstrap', () => call('GET', '/session/bootstrap', headers))
  await measure('operations, a page', () => call('GET', '/user/billing?page=2', headers))
  await measure('balance', () => call('GET', '/user/balance', headers))
}

async function measurePaymentSide({ started }: Running, databaseUrl: string): Promise<void> {
  const service = { authorization: `Bearer ${serviceToken}`, 'content-type': 'application/json' }
  const send = (tips: readonly object[]) => call('POST', '/ingest/tips', service, { tips })
  const tip = () => ({ external_id: randomUUID(), amount: 100, paid_at: new Date().toISOString() })
  await measure('a tip, all to one user', () => send([{ ...tip(), employee_id: anna.jobs[0].id }]))

  const { db, close } = connect(databaseUrl)
  started({ stop: close })
  const employees = await Promise.all(Array.from({ length: EMPLOYEES }, async () => hire(db, await openRestaurant(db))))
  for (const size of [100, EMPLOYEES]) {
    const batch = () => employees.slice(0, size).map(({ id }) => ({ ...tip(), employee_id: id }))
    const name = `tips, in batches of ${size} to as many employees`
    await measure(name, () => send(batch()), { clients: 4, perCall: size })
  }
  await sql`update restaurant set external_id = id`.execute(db)
  await sql`update employee set external_id = id`.execute(db)
  const named = () => employees.map(({ id, restaurantId }) => ({ ...tip(), restaurant: restaurantId, employee: id }))
  const name = `tips, in batches of ${EMPLOYEES} by external ids`
  await measure(name, () => send(named()), { clients: 4, perCall: EMPLOYEES })
}
