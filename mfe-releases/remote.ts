import type { RemotePages } from '@portal/shared/remote'
import type { manifest } from './manifest.ts'

export const pages = {
  '/releases': () => import('./features/releases/releases-page.tsx'),
} satisfies RemotePages<typeof manifest>['pages']
