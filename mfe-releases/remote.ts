import type { RemotePages } from '@portal/shared/remote'
import type { manifest } from './manifest.ts'

export const pages = {
  '/releases': () => import('./features/releases/releases-page.tsx'),
} satisfies RemotePages<typeof manifest>['pages']

export const slots = {
  'shell.menu-badge': () => import('./features/canaries-badge/canaries-badge.tsx'),
} satisfies RemotePages<typeof manifest>['slots']
