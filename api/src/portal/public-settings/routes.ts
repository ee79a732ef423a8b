import { getPublicSettings } from '@portal/contracts/public-settings'
import type { App, AppDependencies } from '../../http/app-dependencies.ts'
import { route } from '../../http/route.ts'
import { toPublicSettings } from './public-settings.ts'

export function publicSettingsRoutes(app: App, { settings }: AppDependencies): void {
  route(app, getPublicSettings, async () => toPublicSettings(settings))
}
