import type { RemotePages } from '@portal/shared/remote'
import type { manifest } from './manifest.ts'

export const pages = {
  '/profile': () => import('./features/profile/profile-page.tsx'),
  '/settings': () => import('./features/settings/settings-page.tsx'),
  '/settings/phone': () => import('./features/phone/phone-page.tsx'),
  '/settings/password': () => import('./features/password/password-page.tsx'),
  '/settings/sessions': () => import('./features/sessions/sessions-page.tsx'),
  '/settings/passkeys': () => import('./features/passkeys/passkeys-page.tsx'),
  '/settings/passkeys/add': () => import('./features/passkeys/add-passkey-page.tsx'),
  '/settings/payout-methods': () => import('./features/payout-methods/payout-methods-page.tsx'),
  '/settings/notifications': () => import('./features/notifications/notifications-page.tsx'),
  '/settings/opening': () => import('./features/opening/opening-page.tsx'),
  '/settings/limits': () => import('./features/limits/limits-page.tsx'),
  '/settings/cards/add': () => import('./features/payout-methods/add-card-page.tsx'),
  '/settings/cards/:id/edit': () => import('./features/payout-methods/edit-card-page.tsx'),
  '/settings/sbp-phones/add': () => import('./features/payout-methods/add-sbp-phone-page.tsx'),
  '/settings/sbp-phones/:id/edit': () => import('./features/payout-methods/edit-sbp-phone-page.tsx'),
  '/settings/personal-data': () => import('./features/personal-data/personal-data-page.tsx'),
  '/settings/help': () => import('./features/help/help-page.tsx'),
  '/cards/card-form': () => import('./features/card-form/card-form-page.tsx'),
} satisfies RemotePages<typeof manifest>['pages']
