import { provideApplicationLogin } from '@portal/api/db/application-role'
import { connect } from '@portal/api/db/connect'
import { databaseUrl } from '@portal/api/db/database-url'
import { startEmbedded } from '@portal/api/db/embedded'
import { migrate } from '@portal/api/db/migrate'
import { say } from '@portal/command/command'
import { temporaryFolder } from '@portal/command/temporary-folder'
import type { Drill } from '../run-drill.ts'
import { bytesOfOperation } from './bytes.ts'
import { compareSizes } from './compare.ts'
import { fillDatabase } from './filled-database.ts'

const SMALL = 100_000
const LARGE = 10_000_000
const MAX_RATIO = 1.3
const MAX_BYTES = 980
const MAX_PAUSE_MS = 1_000
const MEASURED_TIPS = 12_000

/** Written in bulk before it is measured: nothing of it has to survive. */
const settings = {
  fsync: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  shared_buffers: '1GB',
  maintenance_work_mem: '512MB',
}

/**
 * Fills a small and a large database by the generator, migrates both under load from the version before the months of the ledger, and
 * compares what lists, balances, statistics, orders and tips take in each.
 */
export const size: Drill = async (running, { operations = LARGE }) => {
  const folder = await temporaryFolder(running, 'size')
  const server = running.started(await startEmbedded(folder, settings))
  const application = await provideApplicationLogin(server.url)
  const urls = (name: string) => ({ owner: databaseUrl(server.url, name), application: databaseUrl(application, name) })

  await migrate(server.url)
  const fresh = connect(application, { max: 2 })
  running.started({ stop: fresh.close })
  const bytes = await bytesOfOperation(fresh, MEASURED_TIPS)
  say(`a tip takes ${bytes.toFixed(0)} bytes with all of its rows and indexes`)

  const small = await fillDatabase(running, urls, 'small', SMALL)
  const large = await fillDatabase(running, urls, 'large', operations)
  const compared = await compareSizes(small, large)
  const worst = compared.reduce((one, other) => (one.ratio > other.ratio ? one : other))
  const pause = Math.max(large.pause.tips, large.pause.reads)
  return {
    figure:
      `${operations} operations against ${small.operations}: at most × ${worst.ratio.toFixed(2)} (${worst.name}); ${bytes.toFixed(0)} bytes an operation; ` +
      `migrated under load with a pause of ${pause.toFixed(0)} ms and ${large.pause.failed} failed`,
    holds: worst.ratio <= MAX_RATIO && bytes <= MAX_BYTES && pause <= MAX_PAUSE_MS && large.pause.failed === 0,
  }
}
