import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { say } from '@portal/command/command'
import { runToEnd } from '@portal/command/program'
import { temporaryFolder } from '@portal/command/temporary-folder'
import { repository } from '@portal/platform/bundler/paths'
import { countWrongOrders, countWrongTips, countWrongTransfers } from '../acknowledged.ts'
import { prepareTransfer, sendUntilAccepted } from '../failover-load.ts'
import { type Order, prepareOrder } from '../orders.ts'
import type { Drill } from '../run-drill.ts'
import { becomePageOf } from './client.ts'
import { type Failure, failures, failuresOfBucket } from './failures.ts'
import { type Server, type Site, startSite } from './site.ts'
import { type Noticed, startVisitors } from './visitors.ts'
import { serveWithoutBucket, uploadPhoto } from './without-bucket.ts'

/** What the machines have logged until the end of a round in which something failed. */
const logFolder = join(repository, 'test-results/machines')

const TRANSFER_RUBLES = 300
/** Orders are sent from shortly before a failure on. */
const ORDERS_SPREAD_MS = 4_000
/** What visitors notice without a failure. */
const QUIET_MS = 4_000

type Transfer = Awaited<ReturnType<typeof prepareTransfer>>

/**
 * Fails each kind of machine but the database's under pages, files, reads, tips and orders, which repeat what the portal's own client
 * repeats: nothing fails after that, and what was acknowledged is there once. nginx, and the address that two of them share, are
 * configured as documented.
 */
export const machines: Drill = async (running, { only = '' }) => {
  await runToEnd(process.execPath, ['platform/releases/build-all.ts'], { cwd: repository })
  const folder = await temporaryFolder(running, 'machines')
  // Its programs are those of another user.
  await chmod(folder, 0o755)
  const site = await startSite(running, folder)
  becomePageOf(site.origin)
  const visitors = await startVisitors(running, site)
  say(`the portal is up at ${site.origin}`)
  const orders: Order[] = []
  const transfers: Transfer[] = []
  const failed: string[] = []
  let slowest: Noticed['slowestMs'] = {}
  let [requests, repeated, rounds] = [0, 0, 0]

  async function fail(
    name: string,
    { begin, lastsMs, recoversMs }: Failure,
    server: Server,
    isBucket: boolean,
  ): Promise<void> {
    const [order, other, transfer] = await Promise.all([
      prepareOrder(site),
      prepareOrder(site),
      prepareTransfer(site, TRANSFER_RUBLES),
    ])
    orders.push(order, other)
    transfers.push(transfer)
    visitors.take()
    const ofRound = [order, transfer, other]
    const sent = Promise.all(
      ofRound.map(async (each, index) => {
        await delay((index * ORDERS_SPREAD_MS) / ofRound.length)
        // A caller that sees it fail sends it again.
        if (!(await visitors.order(each))) await sendUntilAccepted(site, each)
      }),
    )
    sent.catch(() => {})
    await delay(ORDERS_SPREAD_MS / ofRound.length / 2)
    const end = await begin(server, site)
    const served = isBucket ? serveWithoutBucket(site, order.session) : undefined
    await Promise.all([delay(lastsMs), sent, served])
    await end()
    await delay(recoversMs)
    const noticed = visitors.take()
    const problems = [...noticed.failed, ...((await served)?.problems ?? [])]
    rounds += 1
    requests += noticed.requests
    repeated += noticed.repeated
    slowest = slowestOf(slowest, noticed.slowestMs)
    failed.push(...problems)
    const start = served && `; the portal server starts in ${seconds((await served).startMs)}`
    say(`${name}: ${describe(noticed)}${start ?? ''}`)
    for (const problem of problems.slice(0, 5)) say(`  failed: ${problem}`)
    if (problems.length > 0) await site.saveLogs(join(logFolder, name))
  }

  await delay(QUIET_MS)
  say(`nothing fails: ${describe(visitors.take())}`)
  for (const [machine, find] of Object.entries(attackedOf(site))) {
    const isBucket = machine === 'the bucket'
    for (const failure of isBucket ? failuresOfBucket : failures) {
      const name = `${machine} ${failure.name}`
      if (name.includes(only)) await fail(name, failure, await find(), isBucket)
    }
  }
  const photo = await uploadPhoto(visitors.session)
  if (photo !== '200') failed.push(`a photo at the end: ${photo}`)

  const { tips, waiter } = await visitors.stop()
  const wrongTips = await countWrongTips(site.database, [{ tips, waiter }])
  const wrongOrders = await countWrongOrders(site.database, orders)
  const wrongTransfers = await countWrongTransfers(site.database, transfers)
  const { rowCount: discrepancies } = await site.database.query('select from ledger_discrepancy')
  return {
    figure:
      `${rounds} failures, ${requests} requests, of which the client repeated ${repeated}, and ${failed.length} failed; ${orders.length} orders, ` +
      `${transfers.length} transfers, ${tips.length} tips: ${wrongOrders}, ${wrongTransfers}, ${wrongTips} of them lost or doubled, ` +
      `${discrepancies} discrepancies of the ledger; the slowest ${listOf(slowest)}`,
    holds: failed.length + wrongTips + wrongOrders + wrongTransfers + (discrepancies ?? 1) === 0,
  }
}

/** The machine of each kind that fails. */
function attackedOf({ servers, webWithAddress }: Site): Record<string, () => Promise<Server>> {
  return {
    'the portal server': async () => servers.portal1,
    'the API': async () => servers.api1,
    'the nginx with the address': webWithAddress,
    'the bucket': async () => servers.bucket,
  }
}

function slowestOf(a: Noticed['slowestMs'], b: Noticed['slowestMs']): Noticed['slowestMs'] {
  const kinds = [...new Set([...Object.keys(a), ...Object.keys(b)])] as (keyof Noticed['slowestMs'])[]
  return Object.fromEntries(kinds.map((kind) => [kind, Math.max(a[kind] ?? 0, b[kind] ?? 0)]))
}

function describe({ slowestMs, requests, repeated, failed }: Noticed): string {
  return `${requests} requests, ${repeated} repeated, ${failed.length} failed; the slowest ${listOf(slowestMs)}`
}

function listOf(slowestMs: Noticed['slowestMs']): string {
  return Object.entries(slowestMs)
    .map(([kind, ms]) => `${kind} ${seconds(ms)}`)
    .join(', ')
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
