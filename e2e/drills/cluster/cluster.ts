import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Running } from '@portal/command/command'
import { type Program, programOf, runToEnd } from '@portal/command/program'
import { createRoles, password } from '../../replicas/postgres.ts'
import { documented } from './documented.ts'
import { type Machine, type StartNetwork, startNetwork } from './network.ts'

/** A machine with a member of etcd, and a PostgreSQL under Patroni. */
export type Member = Machine & { etcd: Program; patroni: Program }

export type Cluster = Awaited<ReturnType<typeof startCluster>>

type Role = { name: string; role: string; state: string; timeline: number | undefined }

const memberNames = ['db1', 'db2', 'db3']
const recoveryMs = 180_000
/** Of each member, in an error. */
const MAX_LOG_LENGTH = 6_000

/**
 * Starts three machines with etcd, PostgreSQL and Patroni, configured as in docs/deploy/database, with the roles and the database that
 * docs/deploy.md requires.
 */
export async function startCluster(
  running: Running,
  folder: string,
  { patroni, etcd, bin }: ClusterPrograms,
  start: StartNetwork = startNetwork,
) {
  const { address, machines } = await start(running, memberNames, folder)
  const own = await Promise.all(machines.map((machine) => prepare(machine, folder, { patroni, etcd, bin }, machines)))
  for (const each of own) running.started({ stop: () => each.end() })
  const members: Member[] = own.map(({ member }) => member)
  await Promise.all(members.map((member) => member.etcd.start()))
  await Promise.all(members.map((member) => member.patroni.start()))

  const urlOf = (user: string, database: string) =>
    `postgres://${user}:${password}@${members.map((member) => `${member.address}:5432`).join(',')}/${database}`

  /** Returns what a member knows of all; nothing when it does not respond. */
  async function viewOf({ address }: Member): Promise<Role[]> {
    const found = (await request(`http://${address}:8008/cluster`)) as { members: Role[] } | undefined
    // The lag of standbys changes with each request.
    return (found?.members ?? []).map(({ name, role, state, timeline }) => ({ name, role, state, timeline }))
  }

  async function roles(): Promise<Role[]> {
    for (const member of members) {
      const found = await viewOf(member)
      if (found.length > 0) return found
    }
    return []
  }

  async function primary(except?: Member): Promise<Member | undefined> {
    for (const member of members) {
      if (member !== except && (await request(`http://${member.address}:8008/primary`))) return member
    }
    return undefined
  }

  /** How many standbys receive the log of the leader, as its PostgreSQL says. */
  async function followersOf(found: readonly Role[]): Promise<number> {
    const leader = members.find(({ name }) => found.some((one) => one.name === name && one.role === 'leader'))
    const own = (await request(`http://${leader?.address}:8008/patroni`)) as
      | { replication?: { state: string }[] }
      | undefined
    return (own?.replication ?? []).filter(({ state }) => state === 'streaming').length
  }

  /** What the members have logged at last. */
  function logs(): string {
    return members.map(({ name, patroni }) => `${name}:\n${patroni.output().slice(-MAX_LOG_LENGTH)}`).join('\n')
  }

  /** Writes what the members have logged since their last start, to files of a folder. */
  async function saveLogs(to: string): Promise<void> {
    await mkdir(to, { recursive: true })
    for (const { name, patroni, etcd } of members) {
      await writeFile(join(to, `${name}-patroni.log`), patroni.output())
      await writeFile(join(to, `${name}-etcd.log`), etcd.output())
    }
  }

  /**
   * Waits until one member is the primary, another its synchronous standby, and all have the same timeline. The primary has to say itself
   * that all others follow it: members may agree for a moment on what was before, when one comes back to etcd.
   */
  async function untilWhole(): Promise<void> {
    for (const end = performance.now() + recoveryMs; performance.now() < end; await delay(250)) {
      // One that was cut off knows an older state: all have to agree.
      const views = await Promise.all(members.map(viewOf))
      const [found = []] = views
      if (new Set(views.map((view) => JSON.stringify(view))).size > 1) continue
      const timelines = new Set(found.map(({ timeline }) => timeline))
      const states = found.map(({ role, state }) => `${role} ${state}`)
      const standbys = found.filter(({ role, state }) => role !== 'leader' && ['running', 'streaming'].includes(state))
      const isWhole =
        found.length === memberNames.length &&
        timelines.size === 1 &&
        states.includes('leader running') &&
        standbys.length === memberNames.length - 1 &&
        found.some(({ role }) => role === 'sync_standby')
      if (isWhole && (await followersOf(found)) === memberNames.length - 1) return
    }
    throw new Error(`The cluster does not become whole: ${JSON.stringify(await roles())}\n${logs()}`)
  }

  await untilWhole()
  const first = await primary()
  await createRoles(`postgres://postgres:${password}@${first?.address}:5432/postgres`)

  return {
    /** The address of this process in the network of the members. */
    address,
    members,
    password,
    /** All members, for the role of the APIs and the owner. */
    applicationUrl: urlOf('portal_api', 'portal'),
    ownerUrl: urlOf('portal', 'portal'),
    primary,
    roles,
    logs,
    saveLogs,
    untilWhole,
    /** The member of etcd that the others follow. */
    async etcdLeader(): Promise<Member | undefined> {
      for (const member of members) {
        const status = (await request(`http://${member.address}:2379/v3/maintenance/status`, 'POST')) as
          | EtcdStatus
          | undefined
        if (status && status.leader === status.header.member_id) return member
      }
      return undefined
    },
    /** The ids of PostgreSQL's and Patroni's processes. */
    async databaseProcesses(member: Member): Promise<number[]> {
      const all = await member.processes()
      const names = await Promise.all(all.map((pid) => readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')))
      return all.filter((_, index) => !names[index]?.startsWith('etcd'))
    },
    /** The process whose end ends a PostgreSQL. */
    async postmaster(member: Member): Promise<number> {
      return Number.parseInt(await readFile(join(folder, member.name, 'data/postmaster.pid'), 'utf8'), 10)
    },
  }
}

type EtcdStatus = { leader: string; header: { member_id: string } }

/** Returns the JSON of a successful response; a member that is frozen, cut off or in another role has none. */
async function request(url: string, method: 'GET' | 'POST' = 'GET'): Promise<unknown> {
  try {
    const body = method === 'POST' ? '{}' : null
    const response = await fetch(url, { method, body, signal: AbortSignal.timeout(1_000) })
    const content = await response.json()
    return response.ok ? content : undefined
  } catch {
    return undefined
  }
}

export type ClusterPrograms = { patroni: string; etcd: string; bin: string }

async function prepare(machine: Machine, folder: string, programs: ClusterPrograms, machines: readonly Machine[]) {
  const home = join(folder, machine.name)
  await mkdir(join(home, 'etcd'), { recursive: true })
  const addresses = machines.map(({ address }, index) => [`10.0.0.1${index + 1}`, address] as const)
  const isFirst = machine.name === machines[0]?.name
  /** Documents have the configuration of the first machine. */
  const ofThisMachine = (text: string) => {
    const [, first = ''] = addresses[0] ?? []
    return isFirst ? text : text.replaceAll(new RegExp(`${first}(?=:(8008|5432))`, 'g'), machine.address)
  }
  const patroniConfig = ofThisMachine(
    await documented('database/patroni.yml', [
      ...addresses,
      ['10.0.0.0/24', '0.0.0.0/0'],
      ['name: db1', `name: ${machine.name}`],
      ['/var/lib/postgresql/15/portal', join(home, 'data')],
      ['/usr/lib/postgresql/15/bin', programs.bin],
      ['/var/lib/postgresql/portal.pgpass', join(home, 'pgpass')],
      ['/var/run/postgresql', home],
      ['PASSWORD-1', password],
      ['PASSWORD-2', password],
      ['PASSWORD-3', password],
      ['mode: automatic', 'mode: off'],
    ]),
  )
  const configFile = join(home, 'patroni.yml')
  await writeFile(configFile, patroniConfig)
  const settings = Object.fromEntries(
    (await documented('database/etcd', addresses))
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
  const ownSettings = Object.fromEntries(
    Object.entries(settings).map(([name, value = '']) => [
      name,
      /LISTEN|ADVERTISE/.test(name) ? value.replace(addresses[0]?.[1] ?? '', machine.address) : value,
    ]),
  )
  await chmod(home, 0o755)
  if (process.getuid?.() === 0) await runToEnd('chown', ['-R', '65534:65534', home])
  await chmod(home, 0o700)
  const env = { PATH: process.env.PATH, HOME: home, LC_ALL: 'C.UTF-8' }
  const etcd = programOf({
    ...machine.command(programs.etcd, []),
    options: { cwd: '/', env: { ...env, ...ownSettings, ETCD_NAME: machine.name, ETCD_DATA_DIR: join(home, 'etcd') } },
    isReady: async () => (await fetch(`http://${machine.address}:2379/health`)).ok,
  })
  const patroni = programOf({
    ...machine.command(programs.patroni, [configFile]),
    options: { cwd: '/', env },
    isReady: async () => (await fetch(`http://${machine.address}:8008/health`)).ok,
  })
  return {
    member: { ...machine, etcd, patroni },
    /** The network ends what is left. */
    async end(): Promise<void> {
      await patroni.end('SIGKILL')
      await etcd.end('SIGKILL')
    },
  }
}
