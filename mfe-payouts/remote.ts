import type { RemotePages } from '@portal/shared/remote'
import type { manifest } from './manifest.ts'

export const pages = {
  '/out': () => import('./features/payout/payout-page.tsx'),
  '/out/auto': () => import('./features/auto-withdrawal/auto-withdrawal-page.tsx'),
  '/transfer': () => import('./features/transfer/transfer-page.tsx'),
  '/transfer/team': () => import('./features/sharing/sharing-page.tsx'),
} satisfies RemotePages<typeof manifest>['pages']

export const slots = {
  'tips.actions': () => import('./features/tips-actions/tips-actions.tsx'),
  'settings.account': () => import('./features/settings-row/settings-row.tsx'),
} satisfies RemotePages<typeof manifest>['slots']
