import type { ServerResponse } from 'node:http'
import type { AppDependencies } from '../../http/app-dependencies.ts'
import type { SignedIn } from '../../http/route.ts'
import { livingSessions } from '../session/repository.ts'
import { listen } from './listener.ts'
import { readMessage } from './notify.ts'
import { openStream, type Stream } from './stream.ts'

/** Milliseconds for each open stream, over which all get a `resync`: 500 pages a second request their data. */
const RESYNC_SPREAD_MS = 2

/** All streams of this process. `beatEvery`: milliseconds between two heartbeats. */
export function createLiveHub({ db, pool, log }: Pick<AppDependencies, 'db' | 'pool' | 'log'>, beatEvery = 20_000) {
  const streams = new Set<Stream>()
  const byUser = new Map<string, Set<Stream>>()
  const bySession = new Map<string, Set<Stream>>()

  const listener = listen({
    pool,
    log,
    onMessage(payload) {
      const message = readMessage(payload)
      // Any role of the database may notify, so the payload is validated.
      if (!message) log.warn('a notification that is no live message is ignored')
      else if ('ended' in message) closeSession(message.ended, { resync: true })
      // No resync: the page would request its data with the previous token, while the response with the new one is on its way.
      else if ('renewed' in message) closeSession(message.renewed)
      else for (const stream of byUser.get(message.user) ?? []) stream.hint(message.seq, message.hint)
    },
    onReconnect: () => {
      const spread = streams.size * RESYNC_SPREAD_MS
      for (const stream of streams) setTimeout(stream.resync, Math.random() * spread).unref()
    },
  })

  const expiryCheck = setInterval(
    () => closeExpired().catch((err: unknown) => log.warn({ err }, 'live sessions not checked')),
    beatEvery,
  ).unref()

  /** Expired sessions send no notification, so they are polled. */
  async function closeExpired(): Promise<void> {
    // A session whose first stream opens during the query is not checked.
    const checked = [...bySession.keys()]
    const living = await livingSessions(db, checked)
    for (const sessionId of checked) if (!living.has(sessionId)) closeSession(sessionId)
  }

  /** Sends a `resync`, upon which a page requests its data and gets the 401 of its ended session. */
  function closeSession(sessionId: string, { resync = false } = {}): void {
    // A stream whose response has not begun closes at once, and so leaves the set.
    for (const stream of [...(bySession.get(sessionId) ?? [])]) {
      if (resync) stream.resync()
      stream.close()
    }
  }

  return {
    ready: listener.ready,
    /** Counts the open streams of all users. */
    count: () => streams.size,
    countOf: (userId: string) => byUser.get(userId)?.size ?? 0,
    open(raw: ServerResponse, owner: SignedIn): Stream {
      const stream = openStream(raw)
      streams.add(stream)
      addTo(byUser, owner.id, stream)
      addTo(bySession, owner.sessionId, stream)
      // Each has its own timer: thousands of writes at the same moment would delay every request.
      const beats = setInterval(stream.beat, beatEvery).unref()
      raw.once('close', () => {
        clearInterval(beats)
        streams.delete(stream)
        deleteFrom(byUser, owner.id, stream)
        deleteFrom(bySession, owner.sessionId, stream)
      })
      return stream
    },
    /** Closes all streams when the process ends; pages reconnect to another one at different moments. */
    close(): void {
      clearInterval(expiryCheck)
      listener.stop()
      for (const stream of [...streams]) {
        stream.comeBackIn(500 + Math.random() * 2_000)
        stream.close()
      }
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
