import { storeCardNumber } from '@portal/contracts/vault'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { consumeOfAddress } from '../../http/rate-limit.ts'
import { route } from '../../http/route.ts'
import { storeCard } from './vault.ts'

export function vaultRoutes(app: App, { db, settings }: AppDependencies): void {
  route(app, storeCardNumber, async ({ body, request }) => {
    await consumeOfAddress(db, 'vault', request.ip, 60)
    const { token, mask, network } = await storeCard(db, settings.vaultKey, body.number)
    return { card_token: token, mask, network }
  })
}
