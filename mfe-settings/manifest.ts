import type { RemoteManifest } from '@portal/shared/remote'

export const manifest = {
  name: 'mfe-settings',
  routes: [
    { path: '/profile', title: 'Личная карточка', layout: 'main' },
    { path: '/settings', title: 'Настройки', layout: 'main' },
    { path: '/settings/phone', title: 'Смена телефона', layout: 'main' },
    { path: '/settings/password', title: 'Смена пароля', layout: 'main' },
    { path: '/settings/sessions', title: 'Активные сеансы', layout: 'main' },
    { path: '/settings/payout-methods', title: 'Способы вывода', layout: 'main' },
  ],
  menu: [
    { path: '/profile', label: 'Личная карточка', icon: 'profile', group: 'Профиль', order: 1 },
    { path: '/settings', label: 'Настройки', icon: 'settings', group: 'Профиль', order: 2 },
  ],
} as const satisfies RemoteManifest
