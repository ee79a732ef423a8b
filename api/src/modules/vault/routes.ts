import { storeCardNumber, storeProviderCard } from '@portal/contracts/vault'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { Problem } from '../../http/problem.ts'
import { consumeOfAddress } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import { storeProviderCardOf } from './provider-card.ts'
import { storeCard } from './vault.ts'

export function vaultRoutes(app: App, { db, settings, banks }: AppDependencies): void {
  route(app, storeCardNumber, async ({ body, request }) => {
    await consumeOfAddress(db, 'vault', request.ip, 60)
    const { token, mask, network } = await storeCard(db, settings.vaultKeys, body.number)
    return { card_token: token, mask, network }
  })

  route(app, storeProviderCard, async ({ body, request }) => {
    if (!banks.providers.has(body.provider)) throw new Problem(404, 'not_found')
    await consumeOfAddress(db, 'vault', request.ip, 60)
    const { token, mask, network } = await storeProviderCardOf(db, body)
    return { card_token: token, mask, network }
  })
}
