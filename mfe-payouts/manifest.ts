import type { RemoteManifest } from '@portal/shared/remote'

export const manifest = {
  name: 'mfe-payouts',
  routes: [{ path: '/out', title: 'Вывод средств', layout: 'main' }],
  menu: [{ path: '/out', label: 'Вывод средств', icon: 'withdraw', group: 'Меню', order: 3, requires: 'money' }],
} as const satisfies RemoteManifest
