import { CommandError, runCommand, say } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import { temporaryFolder } from '@portal/command/temporary-folder'
import { connect } from '../src/db/connect.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { migrate } from '../src/db/migrate.ts'
import { withLedgerClock } from '../src/demo/ledger-clock.ts'
import { balancesOf } from '../src/modules/balance/service.ts'
import { listUserOperations } from '../src/modules/operations/service.ts'
import { listUserReviews, reviewMonths } from '../src/modules/reviews/service.ts'
import { readIncomeCertificate, readStatement } from '../src/modules/statements/service.ts'
import { tipsStats } from '../src/modules/tips/stats.ts'
import { tipsTrend } from '../src/modules/trend/service.ts'
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

const command = {
  name: 'bench:operations',
  about: 'Measures lists and balances of one account with a million operations, and how fast tips are booked.',
  takes: '[operations]',
}

await runCommand(command, async ({ positionals: [count = '1000000'] }, running) => {
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
})
