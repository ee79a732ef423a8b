import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { channel } from './notify.ts'

type ListenerOptions = {
  pool: pg.Pool
  log: FastifyBaseLogger
  onMessage: (payload: string) => void
  /** Called after a time without a connection, in which messages may have been lost. */
  onReconnect: () => void
}

/** The connection is checked by a query, because nothing else reveals a dead network. */
const CHECK_INTERVAL_MS = 30_000
const RETRY_DELAY_MS = 1_000

/** Listens on one connection of this process, and reconnects after errors. */
export function createListener({ pool, log, onMessage, onReconnect }: ListenerOptions) {
  let client: pg.PoolClient | undefined
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let wasDisconnected = false

  async function start(): Promise<void> {
    try {
      const fresh = await pool.connect()
      if (stopped) return fresh.release(true)
      client = fresh
      // Errors of a released connection are ignored.
      const broken = (error: unknown) => client === fresh && reconnect(error)
      fresh.on('error', broken)
      fresh.on('notification', ({ payload }) => payload && onMessage(payload))
      await fresh.query(`listen ${channel}`)
      timer = setInterval(() => fresh.query('select 1').catch(broken), CHECK_INTERVAL_MS).unref()
      if (wasDisconnected) onReconnect()
      wasDisconnected = false
    } catch (error) {
      reconnect(error)
    }
  }

  function reconnect(error: unknown): void {
    release()
    wasDisconnected = true
    if (stopped) return
    log.warn({ err: error }, 'live updates lost their connection')
    timer = setTimeout(start, RETRY_DELAY_MS).unref()
  }

  function release(): void {
    clearTimeout(timer)
    client?.removeAllListeners('notification')
    client?.release(true)
    client = undefined
  }

  return {
    start,
    stop() {
      stopped = true
      release()
    },
  }
}
