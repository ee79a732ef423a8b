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

/** Returns strace, by which drills inject errors of the system: the system's, or Debian's package. @throws Error when there is none */
export function findStrace(): string {
  if (!starts('strace', '-V')) installFromDebian('strace')
  if (!starts('strace', '-V')) throw new Error('No strace was found or could be installed')
  return 'strace'
}

/** Returns Prometheus, by which a drill evaluates the alerts: the system's, or Debian's package. @throws Error when there is none */
export function findPrometheus(): string {
  const path = process.env.PROMETHEUS_PATH ?? 'prometheus'
  if (!starts(path, '--version')) installFromDebian('prometheus')
  if (!starts(path, '--version')) throw new Error('No Prometheus was found or could be installed; set PROMETHEUS_PATH')
  return path
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
 * Returns the programs of a PostgreSQL cluster with automatic failover, for a drill: the system's, or Debian's packages.
 * @throws Error when there are none
 */
export function findCluster() {
  const names = Object.keys(clusterPackages) as (keyof typeof clusterPackages)[]
  const missing = () => names.filter((name) => !findSystem(name))
  // The driver by which Patroni connects is recommended by its package alone.
  const packages = [...missing().map((name) => clusterPackages[name]), ...(findPostgres() ? [] : ['postgresql'])]
  if (packages.length > 0) installFromDebian(...packages, 'python3-psycopg2')
  const postgres = findPostgres()
  if (missing().length > 0 || !postgres) {
    throw new Error(
      `No ${[...missing(), ...(postgres ? [] : ['PostgreSQL'])].join(', ')} was found or could be installed`,
    )
  }
  const path = (name: keyof typeof clusterPackages) => findSystem(name) ?? name
  return {
    patroni: path('patroni'),
    etcd: path('etcd'),
    bin: postgres,
    haproxy: path('haproxy'),
    pgbouncer: path('pgbouncer'),
  }
}

const addressPackages = { keepalived: 'keepalived', curl: 'curl', ip: 'iproute2' }

/**
 * Returns keepalived, by which two machines share an address, with what a drill of it calls by name: the system's, or Debian's packages.
 * @throws Error when there is none
 */
export function findKeepalived(): string {
  const missing = () => Object.entries(addressPackages).filter(([name]) => !findSystem(name))
  if (missing().length > 0) installFromDebian(...missing().map(([, of]) => of))
  const keepalived = findSystem('keepalived')
  if (missing().length > 0 || !keepalived) {
    throw new Error(`No ${missing().map(([name]) => name)} was found or could be installed`)
  }
  return keepalived
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
