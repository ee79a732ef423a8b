import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from '@portal/api/db/connect'
import { startEmbedded } from '@portal/api/db/embedded'
import { anna } from '@portal/api/demo/people'
import { type Running, say } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import { percentile } from '@portal/command/percentile'
import { programOf } from '@portal/command/program'
import { temporaryFolder } from '@portal/command/temporary-folder'
import { sql } from 'kysely'
import { hire } from './tips.ts'

const connections = 32
const seconds = 8
/** As many tips as a batch may have. */
const EMPLOYEES = 1_000
const serviceToken = 'a-token-of-this-bench'
/** Set before the first request: a port that is free. */
let port = 0
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const page = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }

async function call(method: string, path: string, headers: Record<string, string>, body?: object) {
  const sent = request({ port, agent, method, path: `/api/v1${path}`, headers })
  sent.end(body && JSON.stringify(body))
  const [response] = await once(sent, 'response')
  const content = await text(response)
  if (response.statusCode >= 400) throw new Error(`${method} ${path}: ${response.statusCode} ${content}`)
  return response
}

/** `perCall`: how many of what is counted one call has; `clients`: how many calls run concurrently. */
async function measure(
  name: string,
  work: () => Promise<unknown>,
  { clients = connections, perCall = 1 } = {},
): Promise<void> {
  const times: number[] = []
  const end = performance.now() + seconds * 1_000
  const client = async () => {
    for (let now = performance.now(); now < end; ) {
      await work()
      times.push(performance.now() - now)
      now = performance.now()
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const at = (share: number) => percentile(times, share).toFixed(0)
  const rate = ((times.length * perCall) / seconds).toFixed(0)
  say(`${name.padEnd(52)} ${rate.padStart(6)} a second, median ${at(0.5)} ms, p95 ${at(0.95)} ms`)
}

/** Measures how many requests one process of the API serves, over the data of the demo. */
export async function requests(running: Running): Promise<void> {
  const { started } = running
  const database = started(await startEmbedded(await temporaryFolder(running, 'bench')))
  port = await freePort()
  const api = programOf({
    command: process.execPath,
    args: [join(import.meta.dirname, '../../api/src/main.ts')],
    options: {
      env: {
        ...process.env,
        PORT: String(port),
        DATABASE_URL: database.url,
        SERVICE_TOKEN: serviceToken,
        TIPS_RESTAURANT_HOUR_LIMIT: '1000000000',
        TIPS_SOURCE_HOUR_LIMIT: '1000000000',
        DEMO_TIPS: 'off',
        LOG_LEVEL: 'warn',
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
  const signedIn = await call('POST', '/login', page, { phoneNumber: anna.phone, password: 'demo-Chaevye-1' })
  // Another one names the device.
  const cookies: string[] = signedIn.headers['set-cookie'] ?? []
  const session = cookies.find((cookie) => cookie.startsWith('session='))?.split(';')[0]
  const headers = { ...page, cookie: String(session) }
  const job = anna.jobs[0]
  await measure('bootstrap', () => call('GET', '/session/bootstrap', headers))
  await measure('operations, a page', () => call('GET', '/user/billing?page=2', headers))
  await measure('balance', () => call('GET', '/user/balance', headers))
  const service = { authorization: `Bearer ${serviceToken}`, 'content-type': 'application/json' }
  const tip = () => ({ external_id: randomUUID(), employee_id: job.id, amount: 100, paid_at: new Date().toISOString() })
  await measure('a tip, all to one person', () => call('POST', '/ingest/tips', service, { tips: [tip()] }))

  const { db, close } = connect(database.url)
  started({ stop: close })
  const employees = await Promise.all(
    Array.from({ length: EMPLOYEES }, (_, n) => hire(db, `+7999${String(n).padStart(7, '0')}`)),
  )
  const batch = (size: number) => employees.slice(0, size).map(({ id }) => ({ ...tip(), employee_id: id }))
  for (const size of [100, EMPLOYEES]) {
    const name = `tips, in batches of ${size} to as many employees`
    await measure(name, () => call('POST', '/ingest/tips', service, { tips: batch(size) }), {
      clients: 4,
      perCall: size,
    })
  }
  await sql`update restaurant set external_id = id`.execute(db)
  await sql`update employee set external_id = id`.execute(db)
  const named = () =>
    employees.map(({ id, restId }) => {
      const { employee_id: _, ...rest } = tip()
      return { ...rest, restaurant: restId, employee: id }
    })
  const name = `tips, in batches of ${EMPLOYEES} by external ids`
  await measure(name, () => call('POST', '/ingest/tips', service, { tips: named() }), {
    clients: 4,
    perCall: EMPLOYEES,
  })
}
