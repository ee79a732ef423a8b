import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Running } from '@portal/command/command'
import { createRoles, password } from '../../../e2e/replicas/postgres.ts'
import { type ClusterPrograms, type Member, prepareMember } from './member.ts'
import type { StartMachines } from './network.ts'

/** What Patroni says of a member. */
type Role = { name: string; role: string; timeline: number | undefined }

const MEMBER_NAMES = ['db1', 'db2', 'db3']
const RECOVERY_MS = 180_000
/** An error shows this many characters of the log of each member. */
const MAX_LOG_LENGTH = 6_000

/**
 * Starts three machines with etcd, PostgreSQL and Patroni, configured as in docs/deploy/database, with the roles and
 * the database that docs/postgresql.md requires.
 */
export async function startCluster(
  running: Running,
  folder: string,
  programs: ClusterPrograms,
  startMachines: StartMachines,
): Promise<Cluster> {
  const machines = await startMachines(running, MEMBER_NAMES, folder)
  const members = await Promise.all(machines.map((machine) => prepareMember(machine, folder, programs, machines)))
  for (const { patroni, etcd } of members) {
    running.started({ stop: async () => void (await Promise.all([patroni.end('SIGKILL'), etcd.end('SIGKILL')])) })
  }
  await Promise.all(members.map(({ etcd }) => etcd.start()))
  await Promise.all(members.map(({ patroni }) => patroni.start()))
  const cluster = new Cluster(members, folder)
  await cluster.untilWhole()
  const primary = await cluster.primary()
  await createRoles(`postgres://postgres:${password}@${primary.address}:5432/postgres`)
  return cluster
}

export class Cluster {
  readonly members: readonly Member[]
  readonly #folder: string

  constructor(members: readonly Member[], folder: string) {
    this.members = members
    this.#folder = folder
  }

  /** Waits for the primary. @throws Error when no member becomes it */
  async primary(): Promise<Member> {
    for (const end = performance.now() + RECOVERY_MS; performance.now() < end; await delay(250)) {
      const found = await this.findPrimary()
      if (found) return found
    }
    throw new Error(`The cluster has no primary:\n${this.logs()}`)
  }

  async findPrimary(except?: Member): Promise<Member | undefined> {
    for (const member of this.members) {
      if (member !== except && (await request(`http://${member.address}:8008/primary`))) return member
    }
    return undefined
  }

  async synchronousStandby(): Promise<Member | undefined> {
    const roles = await readRoles(await this.primary())
    const name = roles.find(({ role }) => role === 'sync_standby')?.name
    return this.members.find((member) => member.name === name)
  }

  /** The machine whose member of etcd the others follow. */
  async etcdLeader(): Promise<Member | undefined> {
    type Status = { leader: string; header: { member_id: string } }
    for (const member of this.members) {
      const url = `http://${member.address}:2379/v3/maintenance/status`
      const status = (await request(url, { method: 'POST', body: '{}' })) as Status | undefined
      if (status && status.leader === status.header.member_id) return member
    }
    return undefined
  }

  /** Waits until one member is the primary, another its synchronous standby, and all others follow the primary. */
  async untilWhole(): Promise<void> {
    for (const end = performance.now() + RECOVERY_MS; performance.now() < end; await delay(250)) {
      if (await this.#isWhole()) return
    }
    throw new Error(`Not all members of the cluster have recovered:\n${this.logs()}`)
  }

  async #isWhole(): Promise<boolean> {
    const primary = await this.findPrimary()
    if (!primary) return false
    // A member that was cut off knows an older state, so all members must agree.
    const [roles = [], ...others] = await Promise.all(this.members.map(readRoles))
    if (others.some((other) => JSON.stringify(other) !== JSON.stringify(roles))) return false
    const timelines = new Set(roles.map(({ timeline }) => timeline))
    const hasStandby = roles.some(({ role }) => role === 'sync_standby')
    // For a moment they may agree on the old state, so the primary itself must say that all others follow it.
    const own = (await request(`http://${primary.address}:8008/patroni`)) as { replication?: { state: string }[] }
    const followers = own?.replication?.filter(({ state }) => state === 'streaming').length
    const count = this.members.length
    return hasStandby && roles.length === count && timelines.size === 1 && followers === count - 1
  }

  /** The ids of PostgreSQL's and Patroni's processes. */
  async databaseProcesses(member: Member): Promise<number[]> {
    const all = await member.processes()
    const names = await Promise.all(all.map((pid) => readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')))
    return all.filter((_, index) => !names[index]?.startsWith('etcd'))
  }

  /** The process whose end ends a PostgreSQL. */
  async postmaster(member: Member): Promise<number> {
    return Number.parseInt(await readFile(join(this.#folder, member.name, 'data/postmaster.pid'), 'utf8'), 10)
  }

  /** What the members have logged at last. */
  logs(): string {
    return this.members.map(({ name, patroni }) => `${name}:\n${patroni.output().slice(-MAX_LOG_LENGTH)}`).join('\n')
  }

  /** Writes what the members have logged since their last start, to files of a folder. */
  async saveLogs(to: string): Promise<void> {
    await mkdir(to, { recursive: true })
    for (const { name, patroni, etcd } of this.members) {
      await writeFile(join(to, `${name}-patroni.log`), patroni.output())
      await writeFile(join(to, `${name}-etcd.log`), etcd.output())
    }
  }
}

/** Returns what a member knows of all; nothing when it does not respond. */
async function readRoles({ address }: Member): Promise<Role[]> {
  const found = (await request(`http://${address}:8008/cluster`)) as { members: Role[] } | undefined
  // The lag of standbys changes with each request.
  return (found?.members ?? []).map(({ name, role, timeline }) => ({ name, role, timeline }))
}

/** Returns the JSON of a successful response. Undefined if the member is frozen, cut off or in another role. */
async function request(url: string, init: RequestInit = {}): Promise<unknown> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(5_000) })
    const content = await response.json()
    return response.ok ? content : undefined
  } catch {
    return undefined
  }
}
