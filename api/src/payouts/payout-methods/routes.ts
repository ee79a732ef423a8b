import * as card from '@portal/contracts/bank-card'
import { listPayoutMethods } from '@portal/contracts/payout-method'
import { listSbpBanks } from '@portal/contracts/sbp'
import * as sbp from '@portal/contracts/sbp-phone'
import type { App } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import type { PayoutDependencies } from '../dependencies.ts'
import { addCard, addSbpPhone } from './add.ts'
import { deletePayoutMethod } from './delete.ts'
import { sbpBanks } from './sbp-banks.ts'
import * as service from './service.ts'
import { updateCard, updateSbpPhone } from './update.ts'

export function payoutMethodRoutes(app: App, deps: PayoutDependencies): void {
  const { db } = deps

  route(app, listPayoutMethods, async ({ user, query }) => ({
    items: await service.listPayoutMethods(db, user.id, query.restId),
  }))

  route(app, listSbpBanks, async ({ reply }) => {
    const connectedBanks = await deps.sbp.banks?.()
    reply.header('cache-control', 'private, max-age=86400')
    return { items: [...(connectedBanks ?? sbpBanks)] }
  })

  route(app, card.getCard, async ({ user, params }) => await service.getPayoutMethod(db, user.id, 'card', params.id))

  route(app, card.addCard, async ({ user, body }) => {
    const id = await addCard(deps, user, body)
    return await service.getPayoutMethod(db, user.id, 'card', id)
  })

  route(app, card.updateCard, async ({ user, params, body }) => {
    await updateCard(deps, user.id, params.id, body)
    return await service.getPayoutMethod(db, user.id, 'card', params.id)
  })

  route(app, card.deleteCard, async ({ user, params, query }) => {
    await deletePayoutMethod(deps, user.id, 'card', params.id, query.nextDefaultId)
  })

  route(app, sbp.getSbpPhone, async ({ user, params }) => await service.getPayoutMethod(db, user.id, 'sbp', params.id))

  route(app, sbp.addSbpPhone, async ({ user, body }) => {
    const id = await addSbpPhone(deps, user, body)
    return await service.getPayoutMethod(db, user.id, 'sbp', id)
  })

  route(app, sbp.updateSbpPhone, async ({ user, params, body }) => {
    await updateSbpPhone(deps, user, params.id, body)
    return await service.getPayoutMethod(db, user.id, 'sbp', params.id)
  })

  route(app, sbp.deleteSbpPhone, async ({ user, params, query }) => {
    await deletePayoutMethod(deps, user.id, 'sbp', params.id, query.nextDefaultId)
  })
}
