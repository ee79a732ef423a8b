import { openEvents } from '@portal/contracts/live-event'
import type { App } from '../../http/app-dependencies.ts'
import { CONNECTION_LIMIT } from '../../http/http-server.ts'
import type { Metrics } from '../../http/metrics.ts'
import { Problem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import { requestContext } from '../../process/request-context.ts'
import type { MessageDependencies } from '../dependencies.ts'
import { readNewestSeq } from './notify.ts'

/** Enough for a phone, a computer and some tabs. More is a defect of a client. */
const MAX_STREAMS_OF_USER = 10
/** Pages add a random part, and meanwhile request their data every 10 s. */
const RETRY_AFTER_SECONDS = 30

export function liveRoutes(app: App, deps: MessageDependencies, metrics: Metrics): void {
  // Streams last for hours, so half of the connections are for requests.
  const maxStreams = deps.maxStreams ?? Math.floor(CONNECTION_LIMIT / 2)
  const { hub } = deps
  const description = { name: 'portal_event_streams', help: 'Event streams by state: open, maximum', labels: ['state'] }
  metrics.gauge(description, () => [
    { labels: { state: 'open' }, value: hub.count() },
    { labels: { state: 'maximum' }, value: maxStreams },
  ])
  app.addHook('onReady', () => hub.start())
  // Before the server waits for its connections, because streams never end by themselves.
  app.addHook('preClose', async () => hub.close())

  route(app, openEvents, async ({ user, query, request, reply }) => {
    if (hub.countStreams(user.id) >= MAX_STREAMS_OF_USER)
      throw new Problem(429, 'too_many_streams', { retry_after: RETRY_AFTER_SECONDS })
    if (hub.count() >= maxStreams) throw new Problem(503, 'overloaded', { retry_after: RETRY_AFTER_SECONDS })
    const stream = hub.open(user)
    try {
      // The stream already gathers hints while this is read, so that none is missed in between.
      const newest = await readNewestSeq(deps.db, user.id)
      const seen = request.headers['last-event-id'] ?? query.after ?? newest
      reply.hijack()
      hub.begin(stream, reply.raw, newest, Number(seen))
      // An open stream holds no slot of the running requests, because streams have their own limit.
      requestContext()?.responseEnded()
    } finally {
      if (!stream.hasBegun) hub.forget(stream)
    }
    return reply
  })
}
