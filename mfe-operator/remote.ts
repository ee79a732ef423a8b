import type { RemotePages } from '@portal/shared/remote'
import type { manifest } from './manifest.ts'

export const pages = {
  '/operator': () => import('./features/overview/overview-page.tsx'),
  '/operator/restaurants': () => import('./features/restaurants/restaurants-page.tsx'),
  '/operator/restaurants/:id': () => import('./features/restaurant/restaurant-page.tsx'),
  '/operator/payouts': () => import('./features/payouts/payouts-page.tsx'),
  '/operator/payouts/:id': () => import('./features/payout-record/payout-record-page.tsx'),
  '/operator/person': () => import('./features/person/search-page.tsx'),
  '/operator/person/:id': () => import('./features/person/person-page.tsx'),
  '/operator/ledger': () => import('./features/ledger/ledger-page.tsx'),
} satisfies RemotePages<typeof manifest>['pages']
