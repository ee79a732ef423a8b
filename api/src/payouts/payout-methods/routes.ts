import * as cards from '@portal/contracts/bank-card'
import * as methods from '@portal/contracts/payout-method'
import { listSbpBanks } from '@portal/contracts/sbp'
import * as sbpPhones from '@portal/contracts/sbp-phone'
import type { App } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import type { PayoutDependencies } from '../dependencies.ts'
import { addCard, addSbpPhone } from './add.ts'
import { deletePayoutMethod } from './delete.ts'
import { sbpBanks } from './sbp-banks.ts'
import { getPayoutMethod, listPayoutMethods } from './service.ts'
import { updateCard, updateSbpPhone } from './update.ts'

export function payoutMethodRoutes(app: App, deps: PayoutDependencies): void {
  const { db } = deps

  route(app, methods.listPayoutMethods, async ({ user, query }) => ({
    items: await listPayoutMethods(db, user.id, query.restId),
  }))

  route(app, listSbpBanks, async ({ reply }) => {
    const connectedBanks = await deps.sbp.banks?.()
    reply.header('cache-control', 'private, max-age=86400')
    return { items: [...(connectedBanks ?? sbpBanks)] }
  })

  route(app, cards.getCard, async ({ user, params }) => await getPayoutMethod(db, user.id, 'card', params.id))

  route(app, cards.addCard, async ({ user, body }) => {
    const id = await addCard(deps, user, body)
    return await getPayoutMethod(db, user.id, 'card', id)
  })

  route(app, cards.updateCard, async ({ user, params, body }) => {
    await updateCard(deps, user.id, params.id, body)
    return await getPayoutMethod(db, user.id, 'card', params.id)
  })

  route(app, cards.deleteCard, async ({ user, params, query }) => {
    await deletePayoutMethod(deps, user.id, 'card', params.id, query.nextDefaultId)
  })

  route(app, sbpPhones.getSbpPhone, async ({ user, params }) => await getPayoutMethod(db, user.id, 'sbp', params.id))

  route(app, sbpPhones.addSbpPhone, async ({ user, body }) => {
    const id = await addSbpPhone(deps, user, body)
    return await getPayoutMethod(db, user.id, 'sbp', id)
  })

  route(app, sbpPhones.updateSbpPhone, async ({ user, params, body }) => {
    await updateSbpPhone(deps, user, params.id, body)
    return await getPayoutMethod(db, user.id, 'sbp', params.id)
  })

  route(app, sbpPhones.deleteSbpPhone, async ({ user, params, query }) => {
    await deletePayoutMethod(deps, user.id, 'sbp', params.id, query.nextDefaultId)
  })
}
