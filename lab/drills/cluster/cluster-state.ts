import { setTimeout as delay } from 'node:timers/promises'
import type { Member } from './member.ts'

type Role = { name: string; role: string; state: string; timeline: number | undefined }

type EtcdStatus = { leader: string; header: { member_id: string } }

const RECOVERY_MS = 180_000
/** An error shows this many characters of the log of each member. */
const MAX_LOG_LENGTH = 6_000

/** Returns functions that read from the members of a cluster what they know of themselves and of each other. */
export function clusterState(members: readonly Member[]) {
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

  /**
   * Waits until one member is the primary, another its synchronous standby, and all have the same timeline. The primary
   * has to say itself that all others follow it: members may agree for a moment on what was before,
   * when one comes back to etcd.
   */
  async function untilWhole(): Promise<void> {
    for (const end = performance.now() + RECOVERY_MS; performance.now() < end; await delay(250)) {
      // One that was cut off knows an older state: all have to agree.
      const views = await Promise.all(members.map(viewOf))
      const [found = []] = views
      if (new Set(views.map((view) => JSON.stringify(view))).size > 1) continue
      const timelines = new Set(found.map(({ timeline }) => timeline))
      const states = found.map(({ role, state }) => `${role} ${state}`)
      const standbys = found.filter(({ role, state }) => role !== 'leader' && ['running', 'streaming'].includes(state))
      const isWhole =
        found.length === members.length &&
        timelines.size === 1 &&
        states.includes('leader running') &&
        standbys.length === members.length - 1 &&
        found.some(({ role }) => role === 'sync_standby')
      if (isWhole && (await followersOf(found)) === members.length - 1) return
    }
    throw new Error(`The cluster does not become whole: ${JSON.stringify(await roles())}\n${logs()}`)
  }

  /** The member of etcd that the others follow. */
  async function etcdLeader(): Promise<Member | undefined> {
    for (const member of members) {
      const status = (await request(`http://${member.address}:2379/v3/maintenance/status`, 'POST')) as
        | EtcdStatus
        | undefined
      if (status && status.leader === status.header.member_id) return member
    }
    return undefined
  }

  return { roles, primary, logs, untilWhole, etcdLeader }
}

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
