import { openEvents } from '@portal/shared/contracts/live-event'
import type { Admission } from '../../http/admission/admission.ts'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import { createLiveHub } from './hub.ts'
import { newestSeq } from './notify.ts'

/** A person has a phone, a computer and some tabs; more is a fault. */
const streamsOfUser = 10

export function liveRoutes(app: App, deps: AppDependencies, admission: Admission): void {
  const hub = createLiveHub(deps)
  app.addHook('onReady', () => hub.ready)
  // Before the server waits for its connections to end: these never do.
  app.addHook('preClose', async () => hub.close())

  route(app, openEvents, async ({ user, query, request, reply }) => {
    if (hub.count(user.id) >= streamsOfUser) throw new Problem(429, 'too_many_streams', { retry_after: 30 })
    const stream = hub.open(reply.raw, user)
    // Asked for when the stream is gathering already, so that no hint falls between.
    const newest = await newestSeq(deps.db, user.id)
    const seen = request.headers['last-event-id'] ?? query.after ?? newest
    reply.hijack()
    stream.begin(newest, Number(seen))
    admission.streamBegan(request.raw)
    return reply
  })
}
