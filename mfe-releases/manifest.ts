import type { RemoteBudget, RemoteManifest } from '@portal/shared/manifest'

export const manifest = {
  name: 'mfe-releases',
  paths: ['/releases'],
  routes: [{ path: '/releases', title: 'Релизы', layout: 'main', width: 'wide', requires: 'releases' }],
  menu: [{ path: '/releases', label: 'Релизы', icon: 'device', group: 'Профиль', order: 9, requires: 'releases' }],
  fills: ['shell.menu-badge'],
} as const satisfies RemoteManifest

/** The limits in bytes of brotli. A release above them is rejected. */
export const budget: RemoteBudget = { entry: 4_000, page: 12_700, slot: 5_000 }
