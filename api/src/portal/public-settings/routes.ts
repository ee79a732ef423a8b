import { getPublicSettings } from '@portal/contracts/public-settings'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { publicSettingsOf } from './public-settings.ts'

export function publicSettingsRoutes(app: App, { settings }: AppDependencies): void {
  route(app, getPublicSettings, async () => publicSettingsOf(settings))
}
