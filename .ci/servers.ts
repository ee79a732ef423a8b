import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { installFromDebian } from './debian.ts'

/**
 * Returns nginx and the folder of PostgreSQL's programs for the tests of replicas: the system's, or Debian's packages.
 * @throws Error when there are none
 */
export function findServers(): { NGINX_PATH: string; POSTGRES_BIN: string } {
  const missing = [!findNginx() && 'nginx-light', !findPostgres() && 'postgresql'].filter((name) => name !== false)
  if (missing.length > 0) installFromDebian(...missing)
  const [nginx, postgres] = [findNginx(), findPostgres()]
  if (nginx && postgres) return { NGINX_PATH: nginx, POSTGRES_BIN: postgres }
  throw new Error(
    `No ${nginx ? 'PostgreSQL' : 'nginx'} was found or could be installed; set ${nginx ? 'POSTGRES_BIN' : 'NGINX_PATH'}`,
  )
}

/** Returns a program of Prometheus from the system or from Debian's package. @throws Error when there is none */
export function findPrometheus(program: 'prometheus' | 'promtool'): string {
  if (!starts(program, '--version')) installFromDebian('prometheus')
  if (!starts(program, '--version')) throw new Error(`No ${program} was found or could be installed`)
  return program
}

const clusterPackages = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  ip: 'iproute2',
  setpriv: 'util-linux',
}

/**
 * Returns the programs of a PostgreSQL cluster with automatic failover, for a drill: the system's,
 * or Debian's packages.
 * @throws Error when one is missing
 */
export function findCluster() {
  // The driver by which Patroni connects is only recommended by its package.
  const driver = 'python3-psycopg2'
  const { patroni, etcd, haproxy, pgbouncer } = findPrograms(clusterPackages, driver)
  if (!findPostgres()) installFromDebian('postgresql', driver)
  const bin = findPostgres()
  if (!bin) throw new Error('No PostgreSQL was found or could be installed')
  return { patroni, etcd, bin, haproxy, pgbouncer }
}

/**
 * Returns the paths of programs by their names, from the system or from Debian's `packages`.
 * `others` are installed with them.
 * @throws Error when one is missing
 */
function findPrograms<Name extends string>(
  packages: Readonly<Record<Name, string>>,
  ...others: readonly string[]
): Record<Name, string> {
  const names = Object.keys(packages) as Name[]
  const missing = () => names.filter((name) => !findSystem(name))
  if (missing().length > 0) installFromDebian(...missing().map((name) => packages[name]), ...others)
  if (missing().length > 0) throw new Error(`No ${missing().join(', ')} was found or could be installed`)
  return Object.fromEntries(names.map((name) => [name, findSystem(name)])) as Record<Name, string>
}

/**
 * Returns pgBackRest and the folder of the programs of a PostgreSQL that it knows: the system's, or Debian's packages.
 * @throws Error when there are none
 */
export function findBackup(): { pgbackrest: string; bin: string } {
  const missing = [!findSystem('pgbackrest') && 'pgbackrest', !findPostgres() && 'postgresql'].filter(
    (name) => name !== false,
  )
  if (missing.length > 0) installFromDebian(...missing)
  const [pgbackrest, bin] = [findSystem('pgbackrest'), findPostgres()]
  if (pgbackrest && bin) return { pgbackrest, bin }
  throw new Error(`No ${bin ? 'pgBackRest' : 'PostgreSQL'} was found or could be installed`)
}

/** Returns the path of a program of the system, also one that only root has in its path. */
function findSystem(name: string): string | undefined {
  return ['/usr/bin', '/usr/sbin', '/bin', '/sbin'].map((folder) => join(folder, name)).find((path) => existsSync(path))
}

function findNginx(): string | undefined {
  return [process.env.NGINX_PATH, 'nginx', '/usr/sbin/nginx'].find((path) => path && starts(path, '-v'))
}

/** Returns the newest version. */
function findPostgres(): string | undefined {
  const versions = globSync('/usr/lib/postgresql/*/bin').sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return [process.env.POSTGRES_BIN, ...versions].find((folder) => folder && starts(join(folder, 'postgres'), '-V'))
}

function starts(path: string, version: string): boolean {
  return spawnSync(path, [version], { stdio: 'ignore' }).status === 0
}
