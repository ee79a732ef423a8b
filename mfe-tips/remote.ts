import type { RemotePages } from '@portal/shared/remote'
import type { manifest } from './manifest.ts'

export const pages = {
  '/': () => import('./features/tips/tips-page.tsx'),
  '/billing': () => import('./features/operations/operations-page.tsx'),
  '/reviews': () => import('./features/reviews/reviews-page.tsx'),
  '/trend': () => import('./features/trend/trend-page.tsx'),
} satisfies RemotePages<typeof manifest>['pages']

export const offline = () => import('./offline-reads.ts')
