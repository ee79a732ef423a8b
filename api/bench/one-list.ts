import { readFile } from 'node:fs/promises'
import { runCommand, say } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import { temporaryFolder } from '@portal/command/temporary-folder'
import pg from 'pg'
import { connect } from '../src/db/connect.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { PER_PAGE } from '../src/http/numbered-pages.ts'
import { listUserOperations } from '../src/modules/operations/service.ts'
import { book, hire } from './tips.ts'

const OPERATIONS = 20_000
const ROUNDS = 9
const CALLS = 500

/** Milliseconds of processor time of one call. */
type Cost = { node: number; database: number }

/** The operations of a page by their numbers, and no more: neither the number of pages nor the totals of days. */
const rowsOfPage = `
  select o.id, o.number, o.type, o.amount, o.fee, o.status, o.title, o.payout_id, o.rating, o.comment, o.created_at,
    r.id as restaurant_id, r.name as restaurant_name
  from operation o join employee e on e.id = o.employee_id join restaurant r on r.id = e.restaurant_id
  where o.employee_id = $1 and o.employee_seq between $2 and $3
  order by o.employee_seq desc`

const command = {
  name: 'bench:list',
  about:
    'Compares the processor time of a page of operations with one prepared query that returns the same rows: of Node and of PostgreSQL, measured in turn. Prints the medians.',
} as const

await runCommand(command, async (_, running) => {
  const { started } = running
  const server = started(await startEmbedded(await temporaryFolder(running, 'bench')))
  await migrate(server.url)
  // One connection, whose backend is measured.
  const { db, pool, close } = connect(server.url, { max: 1 })
  started({ stop: close })
  const { id, userId, restId } = await hire(db)
  await book(db, id, OPERATIONS)
  await pool.query('vacuum analyze')

  const reference = new pg.Client({ connectionString: server.url })
  await reference.connect()
  started({ stop: () => reference.end() })
  const backends = { ours: await backendOf(pool), reference: await backendOf(reference) }
  const pages = { 'page 1': 1, 'a page in the middle': Math.ceil(OPERATIONS / PER_PAGE / 2) }
  for (const [name, page] of Object.entries(pages)) {
    const newest = OPERATIONS - (page - 1) * PER_PAGE
    const query = () => reference.query({ name: 'rows', text: rowsOfPage, values: [id, newest - PER_PAGE + 1, newest] })
    const list = (filter: object) => () => listUserOperations(db, userId, { page, ...filter })
    const kinds = { 'of a restaurant': list({ restId }), 'of all restaurants': list({}) }
    for (const [kind, ours] of Object.entries(kinds)) {
      const costs: { ours: Cost; reference: Cost }[] = []
      for (let round = -2; round < ROUNDS; round += 1) {
        const cost = { reference: await measure(backends.reference, query), ours: await measure(backends.ours, ours) }
        // In the first rounds the code is compiled.
        if (round >= 0) costs.push(cost)
      }
      const median = (of: (cost: (typeof costs)[number]) => number) => percentile(costs.map(of), 0.5)
      const figures = (['database', 'node'] as const).map((part) => {
        const [before, now] = [median(({ reference }) => reference[part]), median(({ ours }) => ours[part])]
        const ratio = median(({ ours, reference }) => ours[part] / reference[part])
        return `${part} ${before.toFixed(3)} → ${now.toFixed(3)} ms (× ${ratio.toFixed(2)})`
      })
      say(`${`${name} ${kind}:`.padEnd(42)} ${figures.join(', ')}`)
    }
  }
})

async function backendOf(client: Pick<pg.Pool, 'query'> | pg.Client): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return rows[0].pid
}

async function measure(backend: number, work: () => Promise<unknown>): Promise<Cost> {
  const [node, database] = [process.cpuUsage(), await processorMs(backend)]
  for (let n = 0; n < CALLS; n += 1) await work()
  const used = process.cpuUsage(node)
  return {
    node: (used.user + used.system) / 1_000 / CALLS,
    database: ((await processorMs(backend)) - database) / CALLS,
  }
}

/** The scheduler counts nanoseconds; the clock of /proc/<pid>/stat has hundredths of a second. */
async function processorMs(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')[0]) / 1_000_000
}
