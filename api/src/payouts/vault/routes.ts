import { storeCardNumber, storeProviderCard } from '@portal/contracts/vault'
import type { App } from '../../http/app-dependencies.ts'
import { requireFound } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import { consumeBrowserBudget } from '../../identity/devices/requester.ts'
import type { PayoutDependencies } from '../dependencies.ts'
import { storeFormCard } from './provider-card.ts'
import { storeCard } from './vault.ts'

/** The maximum of cards that a browser may store in an hour. */
const MAX_STORED_CARDS = 60

export function vaultRoutes(app: App, deps: PayoutDependencies): void {
  const { db, settings, banks } = deps
  route(app, storeCardNumber, async ({ body, request }) => {
    await consumeBrowserBudget(deps, request, 'vault', MAX_STORED_CARDS)
    const { token, mask, network } = await storeCard(db, settings.vaultKeys, body.number)
    return { card_token: token, mask, network }
  })

  route(app, storeProviderCard, async ({ body, request }) => {
    requireFound(banks.providers.get(body.provider))
    await consumeBrowserBudget(deps, request, 'vault', MAX_STORED_CARDS)
    const { token, mask, network } = await storeFormCard(db, body)
    return { card_token: token, mask, network }
  })
}
