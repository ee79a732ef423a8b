import * as contract from '@portal/contracts/passkey'
import { isRemembered } from '@portal/contracts/session'
import { addUserEvent } from '../../base/audit/audit.ts'
import type { App } from '../../http/app-dependencies.ts'
import { Problem, requireFound } from '../../http/problem.ts'
import { consumeUserBudget } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import type { MessageDependencies } from '../../messages/dependencies.ts'
import type { ReadConfirmation } from '../dependencies.ts'
import { consumeBrowserBudget } from '../devices/requester.ts'
import { addSecurityNotice } from '../security-notice/security-notice.ts'
import { requireCurrentPassword } from '../session/current-password.ts'
import { replaceSession } from '../session/replace-session.ts'
import { requestOptions } from './assertion.ts'
import { addPasskey, startRegistration } from './registration.ts'
import { deletePasskey, type PasskeyRow, readPasskeys, setLabel } from './repository.ts'
import { signInByPasskey, startSignIn } from './sign-in.ts'

export function passkeyRoutes(app: App, deps: MessageDependencies, readConfirmation: ReadConfirmation): void {
  const { db } = deps

  route(app, contract.listPasskeys, async ({ user }) => ({ items: (await readPasskeys(db, user.id)).map(toPasskey) }))

  route(app, contract.startPasskeyRegistration, async ({ user, body }) => await startRegistration(deps, user, body))

  route(app, contract.addPasskey, async ({ user, body, request }) => {
    return toPasskey(await addPasskey(deps, user, body, request.headers['user-agent'] ?? ''))
  })

  route(app, contract.renamePasskey, async ({ user, params, body }) => {
    const renamed = requireFound(await setLabel(db, user.id, params.id, body.label))
    return toPasskey(renamed)
  })

  route(app, contract.removePasskey, async ({ user, params, body }) => {
    await requireCurrentPassword(db, user, body.current_password)
    await db.transaction().execute(async (trx) => {
      const passkey = requireFound(await deletePasskey(trx, user.id, params.id))
      await addUserEvent(trx, user.id, 'passkey_removed', { before: { passkey_id: passkey.id } })
      const event = { type: 'passkey_removed', addedAt: passkey.created_at } as const
      await addSecurityNotice(trx, deps, { userId: user.id }, event)
    })
  })

  route(app, contract.startPasskeyConfirmation, async ({ user, body }) => {
    await consumeUserBudget(db, 'passkey:confirmation', user.id, 120)
    const passkeys = await readPasskeys(db, user.id)
    if (passkeys.length === 0) throw new Problem(409, 'no_passkeys')
    const { boundTo } = await readConfirmation(user.id, body)
    return await requestOptions(deps, { purpose: 'confirmation', sessionId: user.sessionId, boundTo }, passkeys)
  })

  route(app, contract.startPasskeySignIn, async ({ request }) => {
    // All users of a restaurant may share an address, and the sign-in page requests options each time it is opened.
    await consumeBrowserBudget(deps, request, 'passkey:options', 600)
    return await startSignIn(deps)
  })

  route(app, contract.signInByPasskey, async ({ body, request, reply }) => {
    const { passkey: assertion } = body
    const remembered = isRemembered(body._remember_me)
    const userAgent = request.headers['user-agent'] ?? ''
    const { user, token } = await signInByPasskey(deps, { assertion, remembered, userAgent })
    await replaceSession(deps, { request, reply, userId: user.id, token, remembered })
    return user
  })
}

function toPasskey(row: PasskeyRow): contract.Passkey {
  return {
    id: row.id,
    label: row.label,
    synced: row.backed_up,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }
}
