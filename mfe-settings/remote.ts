import type { RemotePages } from '@portal/shared/remote'
import type { manifest } from './manifest.ts'

export const pages = {
  '/settings': () => import('./features/settings/settings-page.tsx'),
  '/settings/payout-methods': () => import('./features/payout-methods/payout-methods-page.tsx'),
} satisfies RemotePages<typeof manifest>['pages']
