import { getPublicSettings, type PublicSettings } from '@portal/contracts/public-settings'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { widgetUrl } from '../../payouts/bank/yookassa/client.ts'
import type { Settings } from '../../settings/settings.ts'

export function publicSettingsRoutes(app: App, { settings }: AppDependencies): void {
  route(app, getPublicSettings, async () => toPublicSettings(settings))
}

/** Returns the settings that every page needs. */
export function toPublicSettings({
  demo,
  payouts,
  yookassa,
}: Pick<Settings, 'demo' | 'payouts' | 'yookassa'>): PublicSettings {
  const { names } = payouts.providers
  return {
    sandbox_bank: !demo && names.includes('sandbox'),
    ...(yookassa && names.includes('yookassa') && { card_form: { provider: 'yookassa', script: widgetUrl(yookassa) } }),
  }
}
