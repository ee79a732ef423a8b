import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import tls from 'node:tls'
import type { Running } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import { outcomeOf, type Program, programOf, runToEnd } from '@portal/command/program'
import { repository } from '@portal/platform/bundler/paths'
import pg from 'pg'
import { findKeepalived, findServers } from '../../../.ci/servers.ts'
import { createCertificate } from '../../replicas/certificate.ts'
import { startPostgres } from '../../replicas/postgres.ts'
import { type Machine, startNetwork } from '../cluster/network.ts'
import { serviceSettings } from '../portal.ts'
import { newReleaseKeys, putFirstReleases } from '../signed-releases.ts'
import { buckets } from './buckets.ts'
import { webPrograms } from './web.ts'

const names = ['web1', 'web2', 'portal1', 'portal2', 'api1', 'api2', 'bucket'] as const
type Name = (typeof names)[number]

/** A machine with what runs there, in the order of its start. */
export type Server = Machine & { programs: Program[] }

export type Site = Awaited<ReturnType<typeof startSite>>

/** Starts the portal as docs/deploy.md describes it, on machines of its own: each part is there twice, but for the database. */
export async function startSite(running: Running, folder: string) {
  const { NGINX_PATH, POSTGRES_BIN } = findServers()
  const keepalived = findKeepalived()
  const { address: host, machines } = await startNetwork(running, names, folder)
  const machine = (name: Name) => machines[names.indexOf(name)] as Machine
  const addressOf = (name: Name) => machine(name).address
  const shared = host.replace(/\d+$/, '100')
  const origin = `https://${shared}`

  const { certificate } = await createCertificate(folder, `IP:${shared},IP:${addressOf('bucket')}`)
  tls.setDefaultCACertificates([...tls.getCACertificates(), await readFile(certificate, 'utf8')])
  const database = await startPostgres(POSTGRES_BIN, folder, await freePort(), host)
  running.started(database)
  const homes = await Promise.all(names.map((name) => homeOf(folder, name)))
  const home = (name: Name) => homes[names.indexOf(name)] as string

  const bucketUrl = ({ name, port }: { name: string; port: number }) => `https://${addressOf('bucket')}:${port}/${name}`
  const node = (name: Name, args: readonly string[], env: Record<string, string>, isReady: () => Promise<boolean>) =>
    programOf({
      ...machine(name).command(process.execPath, args),
      options: { cwd: repository, env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: certificate, ...env } },
      isReady,
    })
  const bucket = (...mode: string[]) =>
    node('bucket', ['e2e/drills/machines/bucket.ts', home('bucket'), addressOf('bucket'), ...mode], {}, () =>
      fetch(bucketUrl(buckets.releases)).then(
        ({ status }) => status < 500,
        () => false,
      ),
    )
  for (const file of ['key.pem', 'certificate.pem']) await give(join(folder, file), home('bucket'))

  const keys = newReleaseKeys()
  const releases = {
    RELEASES: bucketUrl(buckets.releases),
    RELEASES_S3_KEY_ID: 'KEY-ID',
    RELEASES_S3_SECRET: 'a-secret-of-this-drill',
    RELEASE_PUBLIC_KEY: keys.RELEASE_PUBLIC_KEY,
  }
  const common = {
    PORTAL_ORIGIN: origin,
    HOST: '0.0.0.0',
    TRUST_PROXY: `${addressOf('web1')},${addressOf('web2')}`,
    METRICS_TOKEN: 'bq8dGv2mXk4TzW9s',
    LOG_LEVEL: 'error',
  }
  const ready = (name: Name, port: number) => async () =>
    (await fetch(`http://${addressOf(name)}:${port}/readyz`, { signal: AbortSignal.timeout(1_000) })).ok
  const apis = [`${addressOf('api1')}:3100`, `${addressOf('api2')}:3101`]
  const api = (name: Name, port: number) =>
    node(
      name,
      ['api/src/main.ts'],
      {
        ...common,
        // With the demo users, and messages in the database.
        NODE_ENV: 'development',
        DEMO_TIPS: 'off',
        PORT: String(port),
        PORTAL_DATA: home(name),
        DATABASE_URL: database.applicationUrl,
        MIGRATION_DATABASE_URL: database.url,
        ...serviceSettings,
        UPLOADS_S3_URL: bucketUrl(buckets.uploads),
        UPLOADS_S3_KEY_ID: 'KEY-ID',
        UPLOADS_S3_SECRET: 'another-secret-of-this-drill',
      },
      ready(name, port),
    )
  const portal = (name: Name, port: number) =>
    node(
      name,
      ['platform/start/start.ts'],
      {
        ...common,
        ...releases,
        NODE_ENV: 'production',
        PORT: String(port),
        PORTAL_DATA: home(name),
        API_URL: (port === 3000 ? apis : apis.toReversed()).map((at) => `http://${at}`).join(','),
      },
      ready(name, port),
    )
  const web = (name: 'web1' | 'web2', peer: 'web1' | 'web2') =>
    webPrograms({
      machine: machine(name),
      peer: machine(peer),
      nginx: NGINX_PATH,
      keepalived,
      folder: home(name),
      shared,
      tls: { key: join(folder, 'key.pem'), certificate },
      portals: [`${addressOf('portal1')}:3000`, `${addressOf('portal2')}:3001`],
      apis,
    })

  const store = bucket()
  const server = (name: Name, programs: Program[]): Server => {
    running.started({ stop: () => Promise.all(programs.map((each) => each.end('SIGKILL'))).then(() => {}) })
    return { ...machine(name), programs }
  }
  const servers = {
    bucket: server('bucket', [store]),
    api1: server('api1', [api('api1', 3100)]),
    api2: server('api2', [api('api2', 3101)]),
    portal1: server('portal1', [portal('portal1', 3000)]),
    portal2: server('portal2', [portal('portal2', 3001)]),
    web1: server('web1', await web('web1', 'web2')),
    web2: server('web2', await web('web2', 'web1')),
  }
  await store.start()
  await putFirstReleases({ ...releases, ...keys, PORTAL_DATA: folder })
  // The first API migrates the database.
  for (const { programs } of Object.values(servers)) {
    for (const program of programs) if (!program.isRunning()) await program.start()
  }
  const pool = new pg.Pool({ connectionString: database.url, max: 4 })
  pool.on('error', () => {})
  running.started({ stop: () => pool.end() })

  /** Returns the machine that has the shared address. */
  async function webWithAddress(): Promise<Server> {
    for (const web of [servers.web1, servers.web2]) {
      const { command, args } = web.command('ip', ['-brief', 'address'])
      const { output } = await outcomeOf(command, args)
      if (output.includes(`${shared}/`)) return web
    }
    throw new Error('No machine has the shared address')
  }

  /** Writes what the machines have logged since their last start to files of a folder. */
  async function saveLogs(to: string): Promise<void> {
    await mkdir(to, { recursive: true })
    for (const { name, programs } of Object.values(servers)) {
      await writeFile(join(to, `${name}.log`), programs.map((each) => each.output()).join('\n'))
    }
  }
  return { saveLogs, origin, servers, database: pool, webWithAddress, garbageBucket: bucket('garbage') }
}

/** Creates the folder of a machine, which its programs may write. */
async function homeOf(folder: string, name: string): Promise<string> {
  const home = join(folder, name)
  await mkdir(home)
  await runToEnd('chown', ['65534:65534', home])
  return home
}

/** Copies a file for a machine's programs. */
async function give(file: string, home: string): Promise<void> {
  await chmod(file, 0o644)
  await runToEnd('cp', [file, home])
}
