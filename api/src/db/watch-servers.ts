import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** Milliseconds. */
type Limits = {
  /** Between a response and the next request. */
  interval: number
  /** Reads go to a standby when the primary has not responded for this time. A false alarm costs nothing. */
  silent: number
  /** Connections to a server that has not responded for this time are closed: a dead machine never closes them by itself. */
  lost: number
}

/** Milliseconds. A standby that may serve reads while there is a primary lacks at most what was committed in this time. */
const MAX_AGE = 1_000

const defaultLimits: Limits = { interval: 400, silent: 700, lost: 3_000 }

type Role = 'primary' | 'standby' | 'lost'

type State = {
  role: Role
  isSilent: boolean
  /** Grows with each failover: a primary that was cut off has a lower one. */
  timeline: string
  /** The bytes of the log that a standby has. */
  received: number
  /** When the newest change that a standby has was committed. */
  asOf: Date | null
  /** Up to where a primary has its log on its disk: all that is committed is before it. */
  flushed: string | null
}

/** A place in the log of a primary, which a standby of the same timeline has reached or not. */
export type LogPosition = Pick<State, 'timeline'> & { flushed: string }

type RequestedPosition = LogPosition & { requestedAt: number }

/** Of a primary, as 8 hexadecimal digits; '' of a standby. */
export const timelineOfServer =
  "case when not pg_is_in_recovery() then left(pg_walfile_name(pg_current_wal_lsn()), 8) else '' end"

const stateQuery = `
  select case when pg_is_in_recovery() then 'standby' else 'primary' end as role, ${timelineOfServer} as timeline,
    coalesce(pg_wal_lsn_diff(greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0'), 0)::float8 as received,
    pg_last_xact_replay_timestamp() as "asOf",
    case when not pg_is_in_recovery() then pg_current_wal_flush_lsn() end as flushed`

type Options = {
  /** URLs of servers that may take writes. */
  servers: readonly string[]
  /** URLs of servers that may serve what may be old, and all reads while none takes writes. */
  standbys: readonly string[]
  /** The server does not respond for some time. */
  onSilent: (url: string) => void
  /** The server is gone, or is the primary no more: nothing may wait for its connections. */
  onLost: (url: string) => void
  /** Shorter ones, in a test. */
  limits?: Limits
}

export type ServerWatch = ReturnType<typeof watchServers>

/** Requests the role of each server again and again, over connections of its own. */
export function watchServers({ servers, standbys, onSilent, onLost, limits = defaultLimits }: Options) {
  const stopping = new AbortController()
  const states = new Map<string, State>()
  /** The highest one of a primary so far. */
  let newestTimeline = ''
  /** What the primary has returned to the requests of the last second, oldest first. The clock is that of this process. */
  let positions: RequestedPosition[] = []

  function report(url: string, found: State | undefined): void {
    // A former primary that was cut off or frozen takes itself for the primary until it learns of the failover, also while the new
    // one does not respond. What it reads is old.
    const isFormer = found?.role === 'primary' && found.timeline < newestTimeline
    const state = isFormer ? undefined : found
    const { role } = states.get(url) ?? {}
    states.set(url, state ?? { role: 'lost', isSilent: false, timeline: '', received: 0, asOf: null, flushed: null })
    // A promotion leaves the connections as they are.
    const isPromoted = role === 'standby' && state?.role === 'primary'
    if (role !== undefined && role !== 'lost' && role !== state?.role && !isPromoted) onLost(url)
    if (state?.role !== 'primary' || state.timeline === newestTimeline) return
    newestTimeline = state.timeline
    for (const other of servers) if (other !== url && isPrimary(other)) report(other, undefined)
  }

  function recordPosition(position: RequestedPosition): void {
    positions = [...positions.filter(isRecent), position]
  }

  function reportSilence(url: string): void {
    const state = states.get(url)
    if (!state || state.isSilent) return
    states.set(url, { ...state, isSilent: true })
    onSilent(url)
  }

  /** Rejects when the server is lost. */
  async function follow(url: string, onFirst: () => void): Promise<void> {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    const timely = async <T>(work: Promise<T>): Promise<T> => {
      // What has arrived while this process was busy is read first.
      const silence = setTimeout(() => setImmediate(() => isOpen && reportSilence(url)), limits.silent)
      const loss = setTimeout(() => setImmediate(() => isOpen && destroy(client)), limits.lost)
      let isOpen = true
      try {
        return await work
      } finally {
        isOpen = false
        clearTimeout(silence)
        clearTimeout(loss)
      }
    }
    try {
      await timely(client.connect())
      while (!stopping.signal.aborted) {
        const requestedAt = performance.now()
        const { rows } = await timely(client.query<Omit<State, 'isSilent'>>(stateQuery))
        const [found] = rows
        report(url, found && { ...found, isSilent: false })
        if (found?.flushed) recordPosition({ timeline: found.timeline, flushed: found.flushed, requestedAt })
        onFirst()
        await delay(limits.interval, undefined, { signal: stopping.signal })
      }
    } finally {
      destroy(client)
    }
  }

  async function watch(url: string, onFirst: () => void): Promise<void> {
    while (!stopping.signal.aborted) {
      await follow(url, onFirst).catch(() => report(url, undefined))
      onFirst()
      await delay(limits.interval, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const isRecent = ({ requestedAt }: RequestedPosition) => performance.now() - requestedAt < MAX_AGE
  const isPrimary = (url: string) => states.get(url)?.role === 'primary'
  const of = (url: string) => states.get(url) as State
  /** Returns the URL of the server that takes writes. */
  const primary = () => servers.find(isPrimary)
  const ready = [...new Set([...servers, ...standbys])].map((url) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    void watch(url, resolve)
    return promise
  })

  return {
    /** Resolves when each server has responded, or is lost. */
    ready: Promise.all(ready).then(() => {}),
    primary,
    /** The highest timeline of a primary so far, as 8 hexadecimal digits; a primary with a lower one lacks what is newer. */
    newestTimeline: () => newestTimeline,
    /** Whether a server takes writes and responds. */
    isPrimaryResponsive(): boolean {
      const url = primary()
      return url !== undefined && !of(url).isSilent
    },
    /**
     * Returns a place in the log before which is all that was committed up to a second ago: a standby that has reached it lacks nothing
     * older. Undefined while the primary does not respond.
     */
    recentPosition(): LogPosition | undefined {
      const url = primary()
      if (url === undefined || of(url).isSilent) return undefined
      return positions.find((position) => position.timeline === newestTimeline && isRecent(position))
    },
    /** Returns the standby that has most of the data. */
    standby(): { url: string; asOf: Date | null } | undefined {
      const [url] = standbys
        .filter((each) => states.get(each)?.role === 'standby' && !of(each).isSilent)
        .sort((a, b) => of(b).received - of(a).received)
      return url === undefined ? undefined : { url, asOf: of(url).asOf }
    },
    /** Counts the servers by role. */
    count(): Record<Role, number> {
      const roles = [...states.values()].map(({ role }) => role)
      const of = (role: Role) => roles.filter((each) => each === role).length
      return { primary: of('primary'), standby: of('standby'), lost: of('lost') }
    },
    stop: () => stopping.abort(),
  }
}

/** Closes a connection without waiting for its server. Its queries reject. */
export function destroy(client: pg.ClientBase): void {
  const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
  connection.stream.destroy()
}
