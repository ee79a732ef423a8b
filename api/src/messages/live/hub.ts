import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { findLivingSessions } from '../../base/accounts/living-sessions.ts'
import type { Db } from '../../db/connect.ts'
import { createListener } from './listener.ts'
import { readMessage } from './notify.ts'
import { Stream, type StreamOwner } from './stream.ts'

/** A `resync` of all streams takes this time for each stream, so that 500 pages a second request their data. */
const RESYNC_SPREAD_MS = 2
/** Streams get their heartbeats at different times, because thousands of simultaneous writes would delay requests. */
const BEAT_INTERVAL_MS = 20_000
const BEAT_TURN_MS = 100

type Dependencies = { db: Db; listeningPool: pg.Pool; log: FastifyBaseLogger }

/** All streams of this process. */
export class LiveHub {
  readonly #db: Db
  readonly #log: FastifyBaseLogger
  readonly #listener: ReturnType<typeof createListener>
  readonly #beats: NodeJS.Timeout
  /** The stream whose heartbeat is due next comes first. */
  readonly #streams = new Set<Stream>()
  readonly #byUser = new Map<string, Set<Stream>>()
  readonly #bySession = new Map<string, Set<Stream>>()

  constructor({ db, listeningPool, log }: Dependencies) {
    this.#db = db
    this.#log = log
    this.#listener = createListener({
      pool: listeningPool,
      log,
      onMessage: (payload) => this.#receive(payload),
      onReconnect: () => this.#resyncAll(),
    })
    // One timer for all streams. A timer for each stream would keep the data of its request in memory.
    this.#beats = setInterval(() => this.#sendBeats(performance.now()), BEAT_TURN_MS).unref()
  }

  /** Begins to listen to notifications. */
  async start(): Promise<void> {
    await this.#listener.start()
  }

  /** Closes all streams when the process ends. Pages reconnect to another process, at different times. */
  close(): void {
    clearInterval(this.#beats)
    this.#listener.stop()
    for (const stream of this.#streams) stream.close(500 + Math.random() * 2_000)
  }

  /** Counts the open streams of all users. */
  count(): number {
    return this.#streams.size
  }

  countStreams(userId: string): number {
    return this.#byUser.get(userId)?.size ?? 0
  }

  /** Returns a stream that gathers hints until it begins. */
  open(owner: StreamOwner): Stream {
    const stream = new Stream(owner)
    this.#scheduleBeat(stream, performance.now())
    addTo(this.#byUser, stream.userId, stream)
    addTo(this.#bySession, stream.sessionId, stream)
    return stream
  }

  begin(stream: Stream, response: ServerResponse, newest: number, seen: number): void {
    if (response.destroyed) return
    response.once('close', () => this.forget(stream))
    stream.begin(response, newest, seen)
  }

  forget(stream: Stream): void {
    this.#streams.delete(stream)
    deleteFrom(this.#byUser, stream.userId, stream)
    deleteFrom(this.#bySession, stream.sessionId, stream)
  }

  /** Expired sessions send no notification, so they are polled. */
  async closeExpired(): Promise<void> {
    // A session whose first stream opens during the query is not checked.
    const checked = [...this.#bySession.keys()]
    const living = await findLivingSessions(this.#db, checked)
    for (const sessionId of checked) if (!living.has(sessionId)) this.#closeSession(sessionId)
  }

  #receive(payload: string): void {
    const message = readMessage(payload)
    // Any role of the database may notify, so the payload is validated.
    if (!message) this.#log.warn('a notification that is no live message is ignored')
    else if ('ended' in message) this.#closeSession(message.ended, { resync: true })
    // Without a resync: the page would request its data with the previous token before it gets the new one.
    else if ('renewed' in message) this.#closeSession(message.renewed)
    else for (const stream of this.#byUser.get(message.user) ?? []) stream.hint(message.seq, message.hint)
  }

  /** Makes all pages request their data, at different times. */
  #resyncAll(): void {
    const spread = this.#streams.size * RESYNC_SPREAD_MS
    for (const stream of this.#streams) setTimeout(() => stream.resync(), Math.random() * spread).unref()
  }

  #sendBeats(now: number): void {
    for (const stream of this.#streams) {
      if (stream.beatAt > now) break
      stream.beat()
      this.#scheduleBeat(stream, now)
    }
  }

  #scheduleBeat(stream: Stream, now: number): void {
    stream.beatAt = now + BEAT_INTERVAL_MS
    this.#streams.delete(stream)
    this.#streams.add(stream)
  }

  /** With `resync`, the page requests its data immediately, and gets the 401 of its ended session. */
  #closeSession(sessionId: string, { resync = false } = {}): void {
    for (const stream of this.#bySession.get(sessionId) ?? []) {
      if (resync) stream.resync()
      stream.close()
    }
  }
}

function addTo(streams: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  streams.set(key, (streams.get(key) ?? new Set()).add(stream))
}

function deleteFrom(streams: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const group = streams.get(key)
  group?.delete(stream)
  if (group?.size === 0) streams.delete(key)
}
