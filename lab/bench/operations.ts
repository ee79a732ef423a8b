import { connect } from '@portal/api/db/connect'
import { startEmbedded } from '@portal/api/db/embedded'
import { migrate } from '@portal/api/db/migrate'
import { withLedgerClock } from '@portal/api/demo/ledger-clock'
import { balancesOf } from '@portal/api/modules/balance/service'
import { listUserOperations } from '@portal/api/modules/operations/service'
import { listUserReviews, reviewMonths } from '@portal/api/modules/reviews/service'
import { readIncomeCertificate, readStatement } from '@portal/api/modules/statements/service'
import { tipsStats } from '@portal/api/modules/tips/stats'
import { tipsTrend } from '@portal/api/modules/trend/service'
import { CommandError, type Running, say } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import { temporaryFolder } from '@portal/command/temporary-folder'
import { book, hire } from './tips.ts'

async function time(name: string, work: () => Promise<unknown>, rounds = 201): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < rounds; n++) {
    const began = performance.now()
    await work()
    times.push(performance.now() - began)
  }
  const at = (share: number) => percentile(times, share).toFixed(2)
  say(`${name.padEnd(44)} median ${at(0.5)} ms, p95 ${at(0.95)} ms`)
}

/**
 * Measures lists and balances of one account with a million operations, or as many as the argument says,
 * and how fast tips are booked.
 */
export async function operations(running: Running, [count = '1000000']: readonly string[]): Promise<void> {
  const { started } = running
  const operations = Number(count)
  if (!Number.isInteger(operations) || operations < 1) throw new CommandError(`${count} is no number of operations`)
  const server = started(await startEmbedded(await temporaryFolder(running, 'bench')))
  await migrate(server.url)
  const { db, close } = connect(server.url)
  started({ stop: close })
  const { id, userId, restId } = await hire(db)
  await withLedgerClock(server.url, () => book(db, id, operations))
  const middle = Math.ceil(operations / 20 / 5)
  const day = (age: number) => new Date(Date.now() - age * 86_400_000).toISOString().slice(0, 10)
  await time('operations, page 1', () => listUserOperations(db, userId, { restId }))
  await time(`operations, page ${middle}`, () => listUserOperations(db, userId, { restId, page: middle }))
  await time(`operations of all restaurants, page ${middle}`, () => listUserOperations(db, userId, { page: middle }))
  const month = { restId, type: 'tip', from: day(400), to: day(370) } as const
  await time('tips of a month a year ago, page 100', () => listUserOperations(db, userId, { ...month, page: 100 }))
  const find = (q: string, period = {}) => listUserOperations(db, userId, { restId, q, ...period })
  await time('search: a word of no comment', () => find('невкусно'))
  await time('search: a word of a quarter of the comments', () => find('спасибо'))
  await time('search: a sum', () => find('5,55'))
  await time('search: an old number', () => find('100007'))
  await time('search: a word in a month', () => find('столик 77', { from: month.from, to: month.to }))
  await time('reviews with words, two stars', () =>
    listUserReviews(db, userId, { restId, stars: 2, commented: 'true' }),
  )
  await time('ratings of twelve months', () => reviewMonths(db, userId, restId))
  await time(
    'statement of a month, without the file',
    () => readStatement(db, userId, { restId, from: day(400), to: day(370) }),
    21,
  )
  await time(
    'certificate of a year, without the file',
    () => readIncomeCertificate(db, userId, Number(day(0).slice(0, 4))),
    5,
  )
  await time('balance', () => balancesOf(db, userId))
  await time('statistics of a year', () => tipsStats(db, userId, { restId, from: day(365), to: day(0) }))
  await time('trend', () => tipsTrend(db, userId, { restId }))
}
