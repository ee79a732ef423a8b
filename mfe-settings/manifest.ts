import type { RemoteManifest } from '@portal/shared/remote'

export const manifest = {
  name: 'mfe-settings',
  routes: [
    { path: '/settings', title: 'Настройки', layout: 'main' },
    { path: '/settings/payout-methods', title: 'Способы вывода', layout: 'main' },
  ],
  menu: [{ path: '/settings', label: 'Настройки', icon: 'settings', group: 'Профиль', order: 2 }],
} as const satisfies RemoteManifest
