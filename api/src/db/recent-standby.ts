import type pg from 'pg'
import type { LogPosition } from './watch-servers.ts'

type StandbyState = {
  /** It is a standby of this timeline, and has reached the position. */
  isRecent: boolean
  /** When its newest change was committed. */
  asOf: Date | null
}

const stateQuery = `
  select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1
      and (select upper(lpad(to_hex(timeline_id), 8, '0')) = $2 from pg_control_checkpoint()) as "isRecent",
    pg_last_xact_replay_timestamp() as "asOf"`

/**
 * Reads the state on the connection that is to read the data, since one address may lead to several standbys. The timeline is that of the
 * last checkpoint: a standby that follows a former primary has an older one, however far its log is.
 */
export async function stateOfStandby(
  client: Pick<pg.ClientBase, 'query'>,
  { flushed, timeline }: LogPosition,
): Promise<StandbyState> {
  const { rows } = await client.query<StandbyState>(stateQuery, [flushed, timeline])
  return rows[0] as StandbyState
}
