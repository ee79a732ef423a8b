import { addCard, deleteCard, getCard, updateCard } from '@portal/contracts/bank-card'
import { listPayoutBindings } from '@portal/contracts/payout-method'
import { listSbpBanks } from '@portal/contracts/sbp'
import { addSbpPhone, deleteSbpPhone, getSbpPhone, updateSbpPhone } from '@portal/contracts/sbp-phone'
import type { App } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import type { PayoutDependencies } from '../dependencies.ts'
import { registerCard, registerSbpPhone } from './add.ts'
import { changeCard, changeSbpPhone, removeBinding } from './change.ts'
import { sbpBanks } from './sbp-banks.ts'
import { getBinding, listBindings } from './service.ts'

export function payoutBindingRoutes(app: App, deps: PayoutDependencies): void {
  const { db } = deps

  route(app, listPayoutBindings, async ({ user, query }) => ({ items: await listBindings(db, user.id, query.restId) }))

  route(app, listSbpBanks, async ({ reply }) => {
    reply.header('cache-control', 'private, max-age=86400')
    return { items: [...((await deps.sbp.banks?.()) ?? sbpBanks)] }
  })

  route(app, addCard, async ({ user, body }) => {
    const id = await registerCard(deps, user, body)
    return await getBinding(db, user.id, 'card', id)
  })

  route(app, getCard, async ({ user, params }) => await getBinding(db, user.id, 'card', params.id))

  route(app, updateCard, async ({ user, params, body }) => {
    await changeCard(deps, user.id, params.id, body)
    return await getBinding(db, user.id, 'card', params.id)
  })

  route(
    app,
    deleteCard,
    async ({ user, params, query }) => await removeBinding(deps, user.id, 'card', params.id, query.nextDefaultId),
  )

  route(app, addSbpPhone, async ({ user, body }) => {
    const id = await registerSbpPhone(deps, user, body)
    return await getBinding(db, user.id, 'sbp', id)
  })

  route(app, getSbpPhone, async ({ user, params }) => await getBinding(db, user.id, 'sbp', params.id))

  route(app, updateSbpPhone, async ({ user, params, body }) => {
    await changeSbpPhone(deps, user, params.id, body)
    return await getBinding(db, user.id, 'sbp', params.id)
  })

  route(
    app,
    deleteSbpPhone,
    async ({ user, params, query }) => await removeBinding(deps, user.id, 'sbp', params.id, query.nextDefaultId),
  )
}
