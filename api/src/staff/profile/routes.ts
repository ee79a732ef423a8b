import { getProfile, updateProfile } from '@portal/contracts/profile'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { changeProfile, readProfile } from './service.ts'

export function profileRoutes(app: App, { db }: AppDependencies): void {
  route(app, getProfile, async ({ user }) => await readProfile(db, user.id))

  route(app, updateProfile, async ({ user, body }) => {
    await changeProfile(db, user.id, body)
    return await readProfile(db, user.id)
  })
}
