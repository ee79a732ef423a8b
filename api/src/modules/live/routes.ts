import { openEvents } from '@portal/shared/contracts/live-event'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import { createLiveHub } from './hub.ts'
import { newestSeq } from './notify.ts'

/** A person has a phone, a computer and some tabs; more is a fault. */
const streamsOfUser = 10

export function liveRoutes(app: App, deps: AppDependencies): void {
  const hub = createLiveHub(deps)
  app.addHook('onReady', () => hub.ready)
  // Before the server waits for its connections to end: these never do.
  app.addHook('preClose', async () => hub.close())

  route(app, openEvents, async ({ user, request, reply }) => {
    if (hub.count(user.id) >= streamsOfUser) throw new Problem(429, 'too_many_streams', { retry_after: 30 })
    const seen = request.headers['last-event-id']
    reply.hijack()
    const stream = hub.open(reply.raw, user)
    // After the stream is there, so that no hint falls between. The headers are sent: all that is left for an error is the end.
    await newestSeq(deps.db, user.id).then(
      (newest) => stream.begin(newest, seen === undefined ? newest : Number(seen)),
      () => stream.close(),
    )
    return reply
  })
}
