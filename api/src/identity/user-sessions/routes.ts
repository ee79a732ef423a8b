import { endOtherSessions, endSession, listSessions } from '@portal/contracts/user-session'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import { notifySessionsEnded } from '../../messages/live/notify.ts'
import { lockSignedInUser } from '../disabling/disabled-account.ts'
import { renewCodes } from '../otp/renew-codes.ts'
import { deleteSession, readSessions } from '../session/repository.ts'
import { endUserSessions, renewToken } from '../session/service.ts'
import { sessionCookie } from '../session/token.ts'
import { describeUserAgent } from './user-agent.ts'

export function userSessionRoutes(app: App, { db, settings }: AppDependencies): void {
  const cookie = sessionCookie(settings)

  route(app, listSessions, async ({ user }) => {
    const rows = await readSessions(db, user.id)
    const sessions = rows.map((row) => ({
      id: row.id,
      current: row.id === user.sessionId,
      ...describeUserAgent(row.user_agent),
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
    }))
    // The current session first; the others stay in their order.
    return { items: sessions.toSorted((a, b) => Number(b.current) - Number(a.current)) }
  })

  route(app, endSession, async ({ params, user, reply }) => {
    const isCurrent = params.id === user.sessionId
    await db.transaction().execute(async (trx) => {
      const isDeleted = await deleteSession(trx, user.id, params.id)
      if (!isDeleted) throw new Problem(404, 'not_found')
      await notifySessionsEnded(trx, [params.id])
      // Codes that the other browser has requested become invalid.
      if (!isCurrent) await renewCodes(trx, user.id, 'session')
    })
    if (isCurrent) cookie.clear(reply)
  })

  route(app, endOtherSessions, async ({ user, reply }) => {
    const { token, remembered } = await db.transaction().execute(async (trx) => {
      await lockSignedInUser(trx, user)
      await endUserSessions(trx, user.id, { proof: 'session', exceptSessionId: user.sessionId })
      // A thief may have a copy of this session's token.
      return await renewToken(trx, user)
    })
    cookie.write(reply, token, remembered)
  })
}
