import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connect } from '@portal/api/db/connect'
import { type Running, say } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import { temporaryFolder } from '@portal/command/temporary-folder'
import { repository } from '@portal/platform/bundler/paths'
import { findCluster } from '../../.ci/servers.ts'
import { countWrongOrders, countWrongTips, countWrongTransfers } from './acknowledged.ts'
import { apiProgram } from './api-process.ts'
import { type Cluster, startCluster } from './cluster/cluster.ts'
import { startLoopback } from './cluster/loopback.ts'
import type { Member } from './cluster/member.ts'
import { kill, startNetwork } from './cluster/network.ts'
import { startProxies } from './cluster/proxies.ts'
import { prepareTransfer, sendUntilAccepted, startLoad } from './failover-load.ts'
import { type Order, prepareOrder } from './orders.ts'
import type { Drill } from './run-drill.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 32)
const ORDERS_OF_ROUND = 4
const TRANSFERS_OF_ROUND = 2
const TRANSFER_RUBLES = 300
/** Orders are sent from shortly before a failure until another server has taken over. */
const ORDERS_SPREAD_MS = 4_000
/** Without a new primary by then, the failover has failed. */
const MAX_FAILOVER_MS = 60_000

const MAX_WITHOUT_WRITES_MS = 15_000

/** What the cluster has logged until the end of a round that failed or took too long, by its number. */
const logFolder = join(repository, 'test-results/failover')

/** What happens to the primary, and how the machine comes back when another one has taken over. */
type Failure = {
  name: string
  /** Whether another server has to take over. */
  isFailover: boolean
  begin: (cluster: Cluster, primary: Member) => Promise<() => Promise<void>>
}

const failures: Failure[] = [
  {
    name: 'PostgreSQL and Patroni are killed',
    isFailover: true,
    async begin(cluster, primary) {
      for (const pid of await cluster.databaseProcesses(primary)) kill(pid, 'SIGKILL')
      await primary.patroni.end('SIGKILL')
      return () => primary.patroni.start()
    },
  },
  {
    name: 'PostgreSQL and Patroni freeze',
    isFailover: true,
    async begin(cluster, primary) {
      const processes = await cluster.databaseProcesses(primary)
      for (const pid of processes) kill(pid, 'SIGSTOP')
      return async () => {
        for (const pid of processes) kill(pid, 'SIGCONT')
      }
    },
  },
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
      const leader = await cluster.etcdLeader()
      await leader?.etcd.end('SIGKILL')
      for (const pid of await cluster.databaseProcesses(primary)) kill(pid, 'SIGKILL')
      await primary.patroni.end('SIGKILL')
      return async () => {
        await leader?.etcd.start()
        await primary.patroni.start()
      }
    },
  },
  {
    name: 'PostgreSQL alone is killed',
    isFailover: false,
    async begin(cluster, primary) {
      kill(await cluster.postmaster(primary), 'SIGKILL')
      return async () => {}
    },
  },
  {
    name: 'the leader of etcd is killed',
    isFailover: false,
    async begin(cluster) {
      const leader = await cluster.etcdLeader()
      await leader?.etcd.end('SIGKILL')
      return async () => void (await leader?.etcd.start())
    },
  },
  {
    name: 'the synchronous standby freezes',
    isFailover: false,
    async begin(cluster) {
      const name = (await cluster.roles()).find(({ role }) => role === 'sync_standby')?.name
      const standby = cluster.members.find((member) => member.name === name)
      const processes = standby ? await cluster.databaseProcesses(standby) : []
      for (const pid of processes) kill(pid, 'SIGSTOP')
      return async () => {
        for (const pid of processes) kill(pid, 'SIGCONT')
      }
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
  const programs = findCluster()
  const folder = await temporaryFolder(running, 'failover')
  await chmod(folder, 0o755)
  const cluster = await startCluster(running, folder, programs, short ? startLoopback : startNetwork)
  const { pooledUrl, directUrl, ownerUrl } = await startProxies(running, cluster, folder, programs)
  const { pool: database, close } = connect(ownerUrl, { max: 4 })
  running.started({ stop: close })
  say('the cluster is up')

  const pooled = await startApi(running, folder, {
    DATABASE_URL: pooledUrl,
    DATABASE_DIRECT_URL: directUrl,
    MIGRATION_DATABASE_URL: ownerUrl,
  })
  const portals = [{ name: 'PgBouncer and HAProxy', origin: pooled, database }]
  if (!short) {
    const origin = await startApi(running, folder, { DATABASE_URL: directUrl, MIGRATION_DATABASE_URL: ownerUrl })
    portals.push({ name: 'HAProxy', origin, database })
  }
  const loads = await Promise.all(portals.map((portal) => startLoad(running, portal)))
  const orders: Order[] = []
  const transfers: Awaited<ReturnType<typeof prepareTransfer>>[] = []
  const withoutWrites: number[] = []
  const withoutReads: number[] = []
  let failovers = 0

  const chosen = failures.filter(({ name }) => name.includes(only))
  /** Returns the pauses of each API. */
  async function fail(failure: Failure): Promise<{ writes: number; reads: number }[]> {
    const ofRound = await Promise.all(
      portals.flatMap((portal) => [
        ...Array.from({ length: ORDERS_OF_ROUND / 2 }, async () => {
          const order = await prepared(() => prepareOrder(portal))
          orders.push(order)
          return { portal, order }
        }),
        ...Array.from({ length: TRANSFERS_OF_ROUND / 2 }, async () => {
          const order = await prepared(() => prepareTransfer(portal, TRANSFER_RUBLES))
          transfers.push(order)
          return { portal, order }
        }),
      ]),
    )
    const primary = await cluster.primary()
    if (!primary) throw new Error('The cluster has no primary')
    const start = performance.now()
    const sending = Promise.all(
      ofRound.map(async ({ portal, order }, index) => {
        await delay((index * ORDERS_SPREAD_MS) / ofRound.length)
        await sendUntilAccepted(portal, order)
      }),
    )
    sending.catch(() => {})
    // A part of the orders is on its way already.
    await delay(ORDERS_SPREAD_MS / ofRound.length)
    const restore = await failure.begin(cluster, primary)
    if (failure.isFailover) {
      await untilAnotherPrimary(cluster, primary)
      failovers += 1
    } else await delay(ORDERS_SPREAD_MS)
    await sending
    await restore()
    await cluster.untilWhole()
    // The last request of a pause succeeds after it.
    await delay(500)
    return loads.map(({ measured }) => ({
      writes: longestGap(measured.writes, start),
      reads: longestGap(measured.reads, start),
    }))
  }

  for (let round = 1; round <= rounds; round += 1) {
    const failure = chosen[(round - 1) % chosen.length] as Failure
    const saveLogs = () => cluster.saveLogs(join(logFolder, String(round)))
    const gaps = await fail(failure).catch(async (error) => {
      await saveLogs()
      throw error
    })
    withoutWrites.push(...gaps.map(({ writes }) => writes))
    withoutReads.push(...gaps.map(({ reads }) => reads))
    if (gaps.some(({ writes }) => writes > MAX_WITHOUT_WRITES_MS)) await saveLogs()
    const described = gaps.map(
      ({ writes, reads }, index) =>
        `${portals[index]?.name}: ${seconds(writes)} without writes, ${seconds(reads)} without reads`,
    )
    say(`${round} of ${rounds}, ${failure.name}: ${described.join('; ')}`)
  }

  const stopped = await Promise.all(loads.map((load) => load.stop()))
  const failedReads = loads.flatMap(({ measured }) => measured.failedReads)
  const wrongReads = failedReads.filter((failed) => !REJECTION.test(failed))
  if (wrongReads.length > 0) say(`wrong reads: ${[...new Set(wrongReads)].join('; ')}`)
  const tips = stopped.flatMap((load) => load.tips)
  const wrongTips = await countWrongTips(database, stopped)
  const wrongOrders = await countWrongOrders(database, orders)
  const wrongTransfers = await countWrongTransfers(database, transfers)
  const { rowCount: discrepancies } = await database.query('select from ledger_discrepancy')
  const [longestWrites, longestReads] = [Math.max(...withoutWrites), Math.max(...withoutReads)]
  return {
    figure:
      `${rounds} failures, ${failovers} failovers, acknowledged ${orders.length} orders, ${transfers.length} transfers, ${tips.length} tips: ` +
      `${wrongOrders}, ${wrongTransfers}, ${wrongTips} of them lost or doubled, ${discrepancies} discrepancies of the ledger; at most ` +
      `${seconds(longestWrites)} without writes (median ${seconds(median(withoutWrites))}), ${seconds(longestReads)} without reads; ` +
      `${failedReads.length} reads rejected, ${wrongReads.length} of them without a reason that pages show`,
    holds:
      wrongOrders + wrongTransfers + wrongTips + wrongReads.length + (discrepancies ?? 1) === 0 &&
      (short || longestWrites <= MAX_WITHOUT_WRITES_MS),
  }
}

async function startApi(running: Running, folder: string, env: Record<string, string>): Promise<string> {
  const api = apiProgram(await freePort(), folder, env)
  await api.start()
  running.started({ stop: async () => void (await api.end('SIGTERM')) })
  return api.origin
}

async function untilAnotherPrimary(cluster: Cluster, former: Member): Promise<void> {
  for (const end = performance.now() + MAX_FAILOVER_MS; performance.now() < end; await delay(250)) {
    if (await cluster.primary(former)) return
  }
  throw new Error(`No other server has taken over:\n${cluster.logs()}`)
}

/** Prepares what is sent later; connections may still break after the last failure. */
async function prepared<T>(prepare: () => Promise<T>): Promise<T> {
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
  const after = [before, ...times.filter((time) => time >= start), performance.now()].toSorted((a, b) => a - b)
  return Math.max(...after.map((time, index) => time - (after[index - 1] ?? time)))
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
