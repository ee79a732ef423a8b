import { getRights, requestReleaseChange } from '@portal/contracts/release'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { consumeOfUser } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import { addAuditEvent } from '../audit/audit.ts'
import { readRights, requireRight } from '../users/rights.ts'

/** More than a person who looks at what each one does. */
const MAX_CHANGES_OF_HOUR = 60

/** The API has no releases: it decides for the portal server who may see and change them, and records the changes. */
export function releaseRoutes(app: App, { db }: AppDependencies): void {
  route(app, getRights, ({ user }) => readRights(db, user.id))

  route(app, requestReleaseChange, async ({ user, body: { name: release, ...change } }) => {
    const { name } = await requireRight(db, user.id, 'releases')
    await consumeOfUser(db, 'release-change', user.id, MAX_CHANGES_OF_HOUR)
    await addAuditEvent(db, {
      action: 'release_change_requested',
      subject: { type: 'release', id: release },
      actor: { type: 'user', id: user.id },
      after: change,
    })
    return { name }
  })
}
