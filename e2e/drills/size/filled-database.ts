import { connect, type Db } from '@portal/api/db/connect'
import { migrate } from '@portal/api/db/migrate'
import { migrateBefore } from '@portal/api/db/migrate-before'
import { generateEmployees, generateOperations } from '@portal/api/modules/operations/testing/generate-operations'
import { type Running, say } from '@portal/command/command'
import pg from 'pg'
import { startLoad } from './load.ts'

/** The first migration of the months of the ledger. */
const MONTHS_MIGRATION = '0055'
const OPERATIONS_OF_EMPLOYEE = 1_000
const MONTHS = 12

export type Filled = {
  db: Db
  employees: number
  operations: number
  /** What requests waited at most while the migration ran, in milliseconds, and what failed. */
  pause: { tips: number; reads: number; failed: number }
}

/** Returns what the owner and what the application connects to, in the database of this name. */
type Urls = (name: string) => { owner: string; application: string }

/**
 * Fills a database of the version before the months of the ledger with half of the operations, migrates it under load, and adds the
 * other half by month. Both halves are of a year each, the second one is the last year.
 */
export async function fillDatabase(running: Running, urls: Urls, name: string, operations: number): Promise<Filled> {
  const { owner, application } = urls(name)
  const client = new pg.Client({ connectionString: urls('postgres').owner })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  await migrateBefore(owner, MONTHS_MIGRATION)

  const employees = Math.ceil(operations / OPERATIONS_OF_EMPLOYEE)
  const half = Math.floor(operations / 2)
  const fillers = [new pg.Client({ connectionString: owner }), new pg.Client({ connectionString: owner })] as const
  const [filler] = fillers
  for (const each of fillers) {
    await each.connect()
    running.started({ stop: () => each.end() })
  }
  await generateEmployees(filler, employees)
  const began = performance.now()
  await generateOperations(fillers, { employees, from: 0, to: half, start: monthsAgo(2 * MONTHS), months: MONTHS })
  await filler.query('vacuum analyze')

  const { db, close } = connect(application, { max: 4 })
  running.started({ stop: close })
  const load = await startLoad(db)
  const migrating = performance.now()
  await migrate(owner)
  const migrationSeconds = (performance.now() - migrating) / 1_000
  const pause = await load.stop()
  await migrate(owner, { isDeployed: true })

  await generateOperations(fillers, { employees, from: half, to: operations, start: monthsAgo(MONTHS), months: MONTHS })
  await filler.query('vacuum analyze')
  await filler.query('checkpoint')
  const seconds = (performance.now() - began) / 1_000
  say(
    `${name}: ${operations} operations of ${employees} employees in ${seconds.toFixed(0)} s; migrated in ${migrationSeconds.toFixed(1)} s ` +
      `under load: a tip waited ${pause.tips.toFixed(0)} ms at most, a list ${pause.reads.toFixed(0)} ms, ${pause.failed} failed`,
  )
  return { db, employees, operations, pause }
}

/** The first day of a month: 0 is this one. */
function monthsAgo(count: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 10)
}
