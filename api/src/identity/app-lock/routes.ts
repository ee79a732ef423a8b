import * as contract from '@portal/contracts/app-lock'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { startLocking, stopLocking } from './repository.ts'
import * as lock from './service.ts'

export function appLockRoutes(app: App, deps: AppDependencies): void {
  const { db } = deps
  route(app, contract.getAppLock, async ({ user }) => await lock.readLock(db, user))
  route(app, contract.setAppLock, async ({ user, body }) => await lock.lockSession(db, user, body))
  route(app, contract.removeAppLock, async ({ user, body }) => await lock.removeLock(db, user, body.current_password))
  route(app, contract.leaveApp, async ({ user }) => await startLocking(db, user.sessionId))
  route(app, contract.returnToApp, async ({ user }) => await stopLocking(db, user.sessionId))
  route(app, contract.unlockByPin, async ({ user, body }) => await lock.openByPin(db, user, body.pin))
  route(app, contract.startPasskeyUnlock, async ({ user }) => await lock.startByPasskey(deps, user))
  route(app, contract.unlockByPasskey, async ({ user, body }) => await lock.openByPasskey(deps, user, body.passkey))
}
