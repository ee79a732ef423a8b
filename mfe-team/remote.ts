import type { RemotePages } from '@portal/shared/remote'
import type { manifest } from './manifest.ts'

export const pages = {
  '/team': () => import('./features/team/team-page.tsx'),
} satisfies RemotePages<typeof manifest>['pages']
