import { storeCardNumber, storeProviderCard } from '@portal/contracts/vault'
import type { App } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { route } from '../../http/route.ts'
import { consumeBrowserBudget } from '../../identity/devices/requester.ts'
import type { PayoutDependencies } from '../dependencies.ts'
import { storeFormCard } from './provider-card.ts'
import { storeCard } from './vault.ts'

export function vaultRoutes(app: App, deps: PayoutDependencies): void {
  const { db, settings, banks } = deps
  route(app, storeCardNumber, async ({ body, request }) => {
    await consumeBrowserBudget(deps, request, 'vault', 60)
    const { token, mask, network } = await storeCard(db, settings.vaultKeys, body.number)
    return { card_token: token, mask, network }
  })

  route(app, storeProviderCard, async ({ body, request }) => {
    if (!banks.providers.has(body.provider)) throw new Problem(404, 'not_found')
    await consumeBrowserBudget(deps, request, 'vault', 60)
    const { token, mask, network } = await storeFormCard(db, body)
    return { card_token: token, mask, network }
  })
}
