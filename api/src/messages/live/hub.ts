import type { ServerResponse } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { livingSessions } from '../../base/accounts/living-sessions.ts'
import type { Db } from '../../db/connect.ts'
import { createListener } from './listener.ts'
import { readMessage } from './notify.ts'
import { Stream, type StreamOwner } from './stream.ts'

/** Milliseconds for each open stream, over which all get a `resync`: 500 pages a second request their data. */
const RESYNC_SPREAD_MS = 2
/** Streams take turns with their heartbeats: thousands of writes at the same moment would delay every request. */
const BEAT_INTERVAL_MS = 20_000
const BEAT_TURN_MS = 100

type Dependencies = { db: Db; listeningPool: pg.Pool; log: FastifyBaseLogger }

export type LiveHub = ReturnType<typeof createLiveHub>

/** All streams of this process. */
export function createLiveHub({ db, listeningPool, log }: Dependencies) {
  /** The one whose heartbeat is due next comes first. */
  const streams = new Set<Stream>()
  const byUser = new Map<string, Set<Stream>>()
  const bySession = new Map<string, Set<Stream>>()

  const listener = createListener({
    pool: listeningPool,
    log,
    onMessage(payload) {
      const message = readMessage(payload)
      // Any role of the database may notify, so the payload is validated.
      if (!message) log.warn('a notification that is no live message is ignored')
      else if ('ended' in message) closeSession(message.ended, { resync: true })
      // No resync: the page would request its data with the previous token,
      // while the response with the new one is on its way.
      else if ('renewed' in message) closeSession(message.renewed)
      else for (const stream of byUser.get(message.user) ?? []) stream.hint(message.seq, message.hint)
    },
    onReconnect: () => {
      const spread = streams.size * RESYNC_SPREAD_MS
      for (const stream of streams) setTimeout(() => stream.resync(), Math.random() * spread).unref()
    },
  })

  // One timer for all: a timer of each stream would hold all that its request has had.
  const beats = setInterval(() => sendBeats(performance.now()), BEAT_TURN_MS).unref()

  function sendBeats(now: number): void {
    for (const stream of streams) {
      if (stream.beatAt > now) break
      stream.beat()
      scheduleBeat(stream, now)
    }
  }

  function scheduleBeat(stream: Stream, now: number): void {
    stream.beatAt = now + BEAT_INTERVAL_MS
    streams.delete(stream)
    streams.add(stream)
  }

  /** Expired sessions send no notification, so they are polled. */
  async function closeExpired(): Promise<void> {
    // A session whose first stream opens during the query is not checked.
    const checked = [...bySession.keys()]
    const living = await livingSessions(db, checked)
    for (const sessionId of checked) if (!living.has(sessionId)) closeSession(sessionId)
  }

  /** Sends a `resync`, upon which a page requests its data and gets the 401 of its ended session. */
  function closeSession(sessionId: string, { resync = false } = {}): void {
    for (const stream of bySession.get(sessionId) ?? []) {
      if (resync) stream.resync()
      stream.close()
    }
  }

  function forget(stream: Stream): void {
    streams.delete(stream)
    deleteFrom(byUser, stream.userId, stream)
    deleteFrom(bySession, stream.sessionId, stream)
  }

  return {
    /** Begins to listen to notifications. */
    start: listener.start,
    closeExpired,
    /** Counts the open streams of all users. */
    count: () => streams.size,
    countStreams: (userId: string) => byUser.get(userId)?.size ?? 0,
    /** Returns a stream that gathers hints, until it has begun or is forgotten. */
    open(owner: StreamOwner): Stream {
      const stream = new Stream(owner)
      scheduleBeat(stream, performance.now())
      addTo(byUser, stream.userId, stream)
      addTo(bySession, stream.sessionId, stream)
      return stream
    },
    begin(stream: Stream, response: ServerResponse, newest: number, seen: number): void {
      if (response.destroyed) return
      response.once('close', () => forget(stream))
      stream.begin(response, newest, seen)
    },
    forget,
    /** Closes all streams when the process ends; pages reconnect to another one at different moments. */
    close(): void {
      clearInterval(beats)
      listener.stop()
      for (const stream of streams) stream.close(500 + Math.random() * 2_000)
    },
  }
}

function addTo(streams: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  streams.set(key, (streams.get(key) ?? new Set()).add(stream))
}

function deleteFrom(streams: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const ofKey = streams.get(key)
  ofKey?.delete(stream)
  if (ofKey?.size === 0) streams.delete(key)
}
