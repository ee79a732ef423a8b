import type { RemoteBudget, RemoteManifest } from '@portal/shared/manifest'

export const manifest = {
  name: 'mfe-team',
  paths: ['/team'],
  routes: [{ path: '/team', title: 'Команда', layout: 'main', requires: 'manager' }],
  menu: [{ path: '/team', label: 'Команда', icon: 'people', group: 'Меню', order: 5, requires: 'manager' }],
} as const satisfies RemoteManifest

/** The limits in bytes of brotli. A release above them is rejected. */
export const budget: RemoteBudget = { entry: 4_000, page: 9_300 }
