// `npm run restore:check`, or `node api/src/restore-check.ts` where only the API is installed: on a spare machine,
// each month.
import { globSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { CommandError, runCommand, say } from '@portal/command/command'
import { checkRestore, formatMetrics } from './backup/check-restore.ts'

const command = {
  name: 'restore:check',
  about:
    'Restores the newest backup of the database into a folder, checks its ledger, and removes it. The exit code is 1 if it cannot be restored or the check fails.',
  options: {
    folder: {
      type: 'string',
      value: '<path>',
      required: true,
      about: 'has the space for the database; its owner runs PostgreSQL',
    },
    stanza: {
      type: 'string',
      value: '<name>',
      about: 'the name of the database in pgBackRest’s configuration: portal',
    },
    to: {
      type: 'string',
      value: '<time>',
      about: 'the moment to restore, as 2026-11-23 18:00:00+03; by default the last one',
    },
    'max-age': { type: 'string', value: '<minutes>', about: 'how old the newest restored change may be: 720' },
    metrics: { type: 'string', value: '<file.prom>', about: 'where Prometheus’ node exporter reads the result' },
  },
  settings: {
    POSTGRES_BIN: 'the folder of PostgreSQL’s programs; by default the newest of Debian',
    PGBACKREST_CONFIG: 'the configuration of pgBackRest; /etc/pgbackrest.conf',
  },
} as const

await runCommand(command, async ({ values }, running) => {
  const { folder, stanza = 'portal', to, metrics, 'max-age': maxAgeMinutes = '720' } = values
  if (!/^[1-9]\d{0,8}$/.test(maxAgeMinutes)) throw new CommandError('--max-age must be a number of minutes')
  const maxAgeSeconds = Number(maxAgeMinutes) * 60
  const result = await checkRestore(running, { folder, bin: findPrograms(), stanza, to })
  const { newestChangeSeconds: age } = result
  // With `--to` the newest change is old on purpose.
  if (!result.problem && !to && (age === undefined || age > maxAgeSeconds)) {
    result.problem = `the newest change ${age === undefined ? 'is not known' : `is ${Math.round(age / 60)} minutes old`}: nothing was archived since`
  }
  if (metrics) {
    // The file is renamed, so that the collector never reads half of it.
    await writeFile(`${metrics}.new`, formatMetrics(result), { mode: 0o644 })
    await rename(`${metrics}.new`, metrics)
  }
  if (result.problem) throw new CommandError(`The backup cannot be used: ${result.problem}`)
  say(
    `The backup is proven: ${result.compared} rows of the ledger compared, 0 differences; restored and checked in ${result.seconds.toFixed(1)} s (RTO), ` +
      `newest change ${age?.toFixed(1) ?? '?'} s before (RPO)`,
  )
})

function findPrograms(): string {
  const { POSTGRES_BIN } = process.env
  const versions = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  const bin = POSTGRES_BIN || versions[0]
  if (!bin)
    throw new CommandError('No PostgreSQL is installed below /usr/lib/postgresql. Install it, or set POSTGRES_BIN.')
  return bin
}
