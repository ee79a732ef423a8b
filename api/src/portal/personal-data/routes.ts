import * as contract from '@portal/contracts/personal-data'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { streamFrom } from '../../http/download.ts'
import { route } from '../../http/route.ts'
import { sessionCookie } from '../../identity/session/token.ts'
import { readDocuments } from './repository.ts'
import { deleteAccount, writePersonalData } from './service.ts'

export function personalDataRoutes(app: App, deps: AppDependencies): void {
  const { db, settings } = deps
  const cookie = sessionCookie(settings)

  route(app, contract.getHelp, async ({ user }) => ({
    contact: settings.supportContact,
    operator_name: settings.operatorName,
    documents: await readDocuments(db, user.id),
  }))

  route(app, contract.exportPersonalData, async ({ user, reply }) =>
    reply.send(await streamFrom(writePersonalData(db, user.id))),
  )

  route(app, contract.deleteAccount, async ({ user, body, reply }) => {
    await deleteAccount(deps, user, body)
    cookie.clear(reply)
  })
}
