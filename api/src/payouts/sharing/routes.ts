import { getSharing, getSharingTemplate, listSharings, saveSharingTemplate } from '@portal/contracts/sharing'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { getUserSharing, listUserSharings } from './history.ts'
import { findTemplate, saveTemplate } from './template.ts'

export function sharingRoutes(app: App, { db }: AppDependencies): void {
  route(app, listSharings, ({ user, query }) => listUserSharings(db, user.id, query))
  route(app, getSharing, ({ user, params }) => getUserSharing(db, user.id, params.id))

  route(app, getSharingTemplate, async ({ user, params }) => ({
    template: await findTemplate(db, user.id, params.restId),
  }))
  route(app, saveSharingTemplate, async ({ user, params, body }) => ({
    template: await saveTemplate(db, user.id, params.restId, body),
  }))
}
