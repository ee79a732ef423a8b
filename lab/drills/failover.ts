import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from '@portal/api/db/connect'
import { type Running, say, temporaryFolder } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import { percentile } from '@portal/command/percentile'
import { repository } from '@portal/platform/bundler/paths'
import type pg from 'pg'
import { findCluster } from '../../.ci/servers.ts'
import { countWrongOrders, countWrongTips, countWrongTransfers } from './acknowledged.ts'
import { apiProgram } from './api-process.ts'
import { type Cluster, startCluster } from './cluster/cluster.ts'
import { startLoopback } from './cluster/loopback.ts'
import type { Member } from './cluster/member.ts'
import { kill, startNetwork } from './cluster/network.ts'
import { startProxies } from './cluster/proxies.ts'
import { type Load, startLoad, untilAccepted } from './database-load.ts'
import { type Order, type OrderPortal, prepareOrder, prepareTransfer, sendOrder } from './orders.ts'
import type { Drill } from './run-drill.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 32)
const TRANSFER_RUBLES = 300
/** Orders are sent from shortly before a failure until another server has taken over. */
const ORDERS_SPREAD_MS = 4_000
/** The failover has failed if there is no new primary by then. */
const MAX_FAILOVER_MS = 60_000

const MAX_WITHOUT_WRITES_MS = 15_000

/** What the cluster has logged until the end of a round that failed or took too long, by its number. */
const logFolder = join(repository, 'test-results/failover')

/** What happens to the primary, and how the machine comes back when another one has taken over. */
type Failure = {
  name: string
  /** True when another server must take over. */
  isFailover: boolean
  begin: (cluster: Cluster, primary: Member) => Promise<() => Promise<void>>
}

async function killDatabase(cluster: Cluster, member: Member): Promise<void> {
  for (const pid of await cluster.databaseProcesses(member)) kill(pid, 'SIGKILL')
  await member.patroni.end('SIGKILL')
}

/** Returns what continues the processes. */
async function freezeDatabase(cluster: Cluster, member: Member): Promise<() => Promise<void>> {
  const processes = await cluster.databaseProcesses(member)
  for (const pid of processes) kill(pid, 'SIGSTOP')
  return async () => {
    for (const pid of processes) kill(pid, 'SIGCONT')
  }
}

/** Returns what starts it again. */
async function killEtcdLeader(cluster: Cluster): Promise<() => Promise<void>> {
  const leader = await cluster.etcdLeader()
  await leader?.etcd.end('SIGKILL')
  return async () => leader?.etcd.start()
}

const failures: readonly Failure[] = [
  {
    name: 'PostgreSQL and Patroni are killed',
    isFailover: true,
    async begin(cluster, primary) {
      await killDatabase(cluster, primary)
      return () => primary.patroni.start()
    },
  },
  { name: 'PostgreSQL and Patroni freeze', isFailover: true, begin: freezeDatabase },
  {
    name: 'its cable is pulled',
    isFailover: true,
    async begin(_cluster, primary) {
      await primary.disconnect()
      return () => primary.connect()
    },
  },
  {
    name: 'it loses the other machines, not the portal',
    isFailover: true,
    async begin(_cluster, primary) {
      await primary.isolate()
      return () => primary.connect()
    },
  },
  {
    name: 'the leader of etcd is killed, and the primary too',
    isFailover: true,
    async begin(cluster, primary) {
      const startEtcd = await killEtcdLeader(cluster)
      await killDatabase(cluster, primary)
      return async () => {
        await startEtcd()
        await primary.patroni.start()
      }
    },
  },
  {
    name: 'only PostgreSQL is killed',
    isFailover: false,
    async begin(cluster, primary) {
      kill(await cluster.postmaster(primary), 'SIGKILL')
      return async () => {}
    },
  },
  { name: 'the leader of etcd is killed', isFailover: false, begin: killEtcdLeader },
  {
    name: 'the synchronous standby freezes',
    isFailover: false,
    async begin(cluster) {
      const standby = await cluster.synchronousStandby()
      if (!standby) throw new Error('The cluster has no synchronous standby')
      return await freezeDatabase(cluster, standby)
    },
  },
]

/** What a page sends again by itself, or may send again under its key. */
const REJECTION = /^503 .*"code":"(database_failover|database_unavailable|deadline_exceeded)"/

/**
 * Fails the primary of a PostgreSQL cluster again and again, under orders, transfers, tips and reads through two APIs:
 * one reaches it by PgBouncer and HAProxy, the other by HAProxy. What was acknowledged is there once, and no pause is
 * long. The short form kills one primary, under the first API, on addresses of this machine;
 * it measures the pause without a limit.
 */
export const failover: Drill = async (running, { only = '', short = false }) => {
  const rounds = short ? 1 : ROUNDS
  const chosen = failures.filter(({ name }) => name.includes(only))
  const drill = await startFailover(running, short)
  const pauses: Pause[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const failure = chosen[(round - 1) % chosen.length] as Failure
    const saveLogs = () => drill.cluster.saveLogs(join(logFolder, String(round)))
    const found = await drill.fail(failure).catch(async (error) => {
      await saveLogs()
      throw error
    })
    pauses.push(...found)
    if (found.some(({ writes }) => writes > MAX_WITHOUT_WRITES_MS)) await saveLogs()
    const described = found.map(
      ({ name, writes, reads }) => `${name}: ${seconds(writes)} without writes, ${seconds(reads)} without reads`,
    )
    say(`${round} of ${rounds}, ${failure.name}: ${described.join('; ')}`)
  }

  const { wrong, figure } = await drill.count()
  const writes = pauses.map((pause) => pause.writes)
  const longestReads = Math.max(...pauses.map((pause) => pause.reads))
  return {
    figure:
      `${rounds} failures, ${drill.failovers} failovers, ${figure}; at most ${seconds(Math.max(...writes))} without writes ` +
      `(median ${seconds(percentile(writes, 0.5))}), ${seconds(longestReads)} without reads`,
    holds: wrong === 0 && (short || Math.max(...writes) <= MAX_WITHOUT_WRITES_MS),
  }
}

/** How long one API served no write and no read. */
type Pause = { name: string; writes: number; reads: number }

/** Starts the cluster with its proxies, the APIs, and their load. */
async function startFailover(running: Running, short: boolean): Promise<Failover> {
  const programs = findCluster()
  const folder = await temporaryFolder(running, 'failover')
  await chmod(folder, 0o755)
  const cluster = await startCluster(running, folder, programs, short ? startLoopback : startNetwork)
  const { pooledUrl, directUrl, ownerUrl } = await startProxies(running, cluster, folder, programs)
  const { pool: database, close } = connect(ownerUrl, { max: 4 })
  running.started({ stop: close })
  say('the cluster is up')

  const start = async (name: string, env: Record<string, string>) => {
    const origin = await startApi(running, folder, { ...env, MIGRATION_DATABASE_URL: ownerUrl })
    return { name, origin, database }
  }
  const portals = [await start('PgBouncer and HAProxy', { DATABASE_URL: pooledUrl, DATABASE_DIRECT_URL: directUrl })]
  if (!short) portals.push(await start('HAProxy', { DATABASE_URL: directUrl }))
  const loaded = await Promise.all(
    portals.map(async (portal) => ({ ...portal, load: await startLoad(running, portal) })),
  )
  return new Failover(cluster, database, loaded)
}

class Failover {
  failovers = 0
  readonly cluster: Cluster
  readonly #database: pg.Pool
  readonly #portals: readonly (OrderPortal & { name: string; load: Load })[]
  readonly #orders: Order[] = []
  readonly #transfers: Awaited<ReturnType<typeof prepareTransfer>>[] = []

  constructor(cluster: Cluster, database: pg.Pool, portals: readonly (OrderPortal & { name: string; load: Load })[]) {
    this.cluster = cluster
    this.#database = database
    this.#portals = portals
  }

  /** Causes a failure under orders, and waits until the cluster has recovered. Returns the pauses of each API. */
  async fail(failure: Failure): Promise<Pause[]> {
    const orders = await this.#prepareOrders()
    const primary = await this.cluster.primary()
    const start = Date.now()
    const sending = Promise.all(
      orders.map(async ({ portal, order }, index) => {
        await delay((index * ORDERS_SPREAD_MS) / orders.length)
        await untilAccepted(() => sendOrder(portal, order))
      }),
    )
    sending.catch(() => {})
    // A part of the orders is on its way already.
    await delay(ORDERS_SPREAD_MS / orders.length)
    const restore = await failure.begin(this.cluster, primary)
    if (failure.isFailover) await this.#untilAnotherPrimary(primary)
    else await delay(ORDERS_SPREAD_MS)
    await sending
    await restore()
    await this.cluster.untilWhole()
    // The last request of a pause succeeds after it.
    await delay(500)
    return this.#portals.map(({ name, load }) => ({
      name,
      writes: longestGap(
        load.tips.map(({ acknowledgedAt }) => acknowledgedAt),
        start,
      ),
      reads: longestGap(load.reads, start),
    }))
  }

  /** Ends the load, and counts what was acknowledged, and what of it is wrong. */
  async count(): Promise<{ wrong: number; figure: string }> {
    const loads = this.#portals.map(({ load }) => load)
    for (const load of loads) await load.stop()
    const failedReads = loads.flatMap((load) => load.failedReads)
    const wrongReads = failedReads.filter((failed) => !REJECTION.test(failed))
    if (wrongReads.length > 0) say(`wrong reads: ${[...new Set(wrongReads)].join('; ')}`)
    const tips = loads.flatMap((load) => load.tips).length
    const wrongTips = await countWrongTips(this.#database, loads)
    const wrongOrders = await countWrongOrders(this.#database, this.#orders)
    const wrongTransfers = await countWrongTransfers(this.#database, this.#transfers)
    const { rowCount } = await this.#database.query('select from ledger_discrepancy')
    return {
      wrong: wrongOrders + wrongTransfers + wrongTips + wrongReads.length + (rowCount ?? 1),
      figure:
        `acknowledged ${this.#orders.length} orders, ${this.#transfers.length} transfers, ${tips} tips: ` +
        `${wrongOrders}, ${wrongTransfers}, ${wrongTips} of them lost or doubled, ${rowCount} discrepancies of the ledger; ` +
        `${failedReads.length} reads rejected, ${wrongReads.length} of them without a reason that pages show`,
    }
  }

  /** Prepares for each API two orders and a transfer. */
  async #prepareOrders() {
    const prepared = await Promise.all(
      this.#portals.map(async (portal) => {
        const [first, second, transfer] = await Promise.all([
          untilPrepared(() => prepareOrder(portal)),
          untilPrepared(() => prepareOrder(portal)),
          untilPrepared(() => prepareTransfer(portal, TRANSFER_RUBLES)),
        ])
        this.#orders.push(first, second)
        this.#transfers.push(transfer)
        return [first, second, transfer].map((order) => ({ portal, order }))
      }),
    )
    return prepared.flat()
  }

  async #untilAnotherPrimary(former: Member): Promise<void> {
    for (const end = performance.now() + MAX_FAILOVER_MS; performance.now() < end; await delay(250)) {
      if (!(await this.cluster.findPrimary(former))) continue
      this.failovers += 1
      return
    }
    throw new Error(`No other server has taken over:\n${this.cluster.logs()}`)
  }
}

async function startApi(running: Running, folder: string, env: Record<string, string>): Promise<string> {
  const api = apiProgram(await freePort(), folder, env)
  await api.start()
  running.started({ stop: async () => void (await api.end('SIGTERM')) })
  return api.origin
}

/** Prepares what is sent later; connections may still break after the last failure. */
async function untilPrepared<T>(prepare: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + MAX_FAILOVER_MS; ; await delay(500)) {
    try {
      return await prepare()
    } catch (error) {
      if (performance.now() > end) throw error
    }
  }
}

/** The longest time between two successes, from the last one before `start` on. */
function longestGap(times: readonly number[], start: number): number {
  const before = times.findLast((time) => time < start) ?? start
  const after = [before, ...times.filter((time) => time >= start), Date.now()].toSorted((a, b) => a - b)
  return Math.max(...after.map((time, index) => time - (after[index - 1] ?? time)))
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
