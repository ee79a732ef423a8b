import type { RemotePages } from '@portal/shared/remote'
import type { manifest } from './manifest.ts'

export const pages = {
  '/profile': () => import('./features/profile/profile-page.tsx'),
  '/settings': () => import('./features/settings/settings-page.tsx'),
  '/settings/phone': () => import('./features/phone/phone-page.tsx'),
  '/settings/password': () => import('./features/password/password-page.tsx'),
  '/settings/sessions': () => import('./features/sessions/sessions-page.tsx'),
  '/settings/payout-methods': () => import('./features/payout-methods/payout-methods-page.tsx'),
} satisfies RemotePages<typeof manifest>['pages']
