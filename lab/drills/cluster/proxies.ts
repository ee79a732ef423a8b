import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Running } from '@portal/command/command'
import { freePorts } from '@portal/command/free-ports'
import { createProgram, runToEnd } from '@portal/command/program'
import { password, query, unprivileged } from '../../../e2e/replicas/postgres.ts'
import type { Cluster } from './cluster.ts'
import { documented } from './documented.ts'

type Programs = { haproxy: string; pgbouncer: string }

/**
 * Starts HAProxy and PgBouncer in front of a cluster, configured as in docs/deploy/database. Returns the URLs that an
 * API on this machine has.
 */
export async function startProxies(running: Running, cluster: Cluster, folder: string, programs: Programs) {
  const [primaryPort = 0, poolerPort = 0] = await freePorts(2)
  const home = join(folder, 'proxies')
  await mkdir(home)
  const haproxyConfig = await documented('database/haproxy.cfg', [
    ...cluster.members.map(({ address }, index) => [`10.0.0.1${index + 1}`, address] as const),
    ['127.0.0.1:5000', `127.0.0.1:${primaryPort}`],
  ])
  const pgbouncerConfig = await documented('database/pgbouncer.ini', [
    ['portal = host=127.0.0.1 port=5000', `portal = host=127.0.0.1 port=${primaryPort}`],
    ['listen_port = 6432', `listen_port = ${poolerPort}`],
    ['/etc/pgbouncer/userlist.txt', join(home, 'userlist.txt')],
  ])
  await writeFile(join(home, 'haproxy.cfg'), haproxyConfig)
  await writeFile(join(home, 'pgbouncer.ini'), pgbouncerConfig)
  await writeFile(join(home, 'userlist.txt'), `"portal_api" "${password}"\n`)
  if (process.getuid?.() === 0) await runToEnd('chown', ['-R', '65534:65534', home])
  await chmod(home, 0o700)

  const url = (user: string, port: number) => `postgres://${user}:${password}@127.0.0.1:${port}/portal`
  /** Until its first checks HAProxy takes each server for the primary, and leads to one after the other. */
  const leadsToPrimary = (at: string) => async () => {
    const found = await Promise.all(cluster.members.map(() => query(at, 'select where not pg_is_in_recovery()')))
    return found.every(({ rowCount }) => rowCount === 1)
  }
  const haproxy = createProgram({
    command: programs.haproxy,
    args: ['-db', '-f', join(home, 'haproxy.cfg')],
    options: { ...unprivileged, cwd: '/' },
    isReady: leadsToPrimary(url('portal_api', primaryPort)),
  })
  await haproxy.start()
  running.started({ stop: async () => void (await haproxy.end('SIGTERM')) })
  // What a session sets for itself without a pooler: docs/postgresql.md, PgBouncer.
  await query(
    url('postgres', primaryPort),
    ['statement_timeout = 30000', 'lock_timeout = 5000', 'idle_in_transaction_session_timeout = 30000']
      .map((setting) => `alter role portal_api set ${setting}`)
      .join(';'),
  )
  const pgbouncer = createProgram({
    command: programs.pgbouncer,
    args: [join(home, 'pgbouncer.ini')],
    options: { ...unprivileged, cwd: '/' },
    isReady: leadsToPrimary(url('portal_api', poolerPort)),
  })
  await pgbouncer.start()
  running.started({ stop: async () => void (await pgbouncer.end('SIGINT')) })
  return {
    pooledUrl: url('portal_api', poolerPort),
    /** Past PgBouncer, by HAProxy. */
    directUrl: url('portal_api', primaryPort),
    ownerUrl: url('portal', primaryPort),
  }
}
