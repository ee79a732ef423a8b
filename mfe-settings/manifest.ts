import type { RemoteBudget, RemoteManifest } from '@portal/shared/manifest'

export const manifest = {
  name: 'mfe-settings',
  paths: ['/settings', '/profile', '/cards'],
  routes: [
    { path: '/profile', title: 'Личная карточка', layout: 'main', drafts: true },
    { path: '/settings', title: 'Настройки', layout: 'main', offline: true, slots: ['settings.account'] },
    { path: '/settings/phone', title: 'Смена телефона', layout: 'main', parent: '/settings' },
    { path: '/settings/password', title: 'Смена пароля', layout: 'main', parent: '/settings' },
    { path: '/settings/sessions', title: 'Активные сеансы', layout: 'main', parent: '/settings' },
    { path: '/settings/passkeys', title: 'Ключи доступа', layout: 'main', parent: '/settings' },
    { path: '/settings/passkeys/add', title: 'Новый ключ доступа', layout: 'main', parent: '/settings/passkeys' },
    { path: '/settings/payout-methods', title: 'Способы вывода', layout: 'main', parent: '/settings' },
    { path: '/settings/notifications', title: 'Уведомления', layout: 'main', parent: '/settings' },
    { path: '/settings/opening', title: 'Код-пароль и суммы', layout: 'main', parent: '/settings' },
    { path: '/settings/limits', title: 'Лимиты', layout: 'main', parent: '/settings' },
    { path: '/settings/cards/add', title: 'Новая карта', layout: 'main', parent: '/settings/payout-methods' },
    { path: '/settings/cards/:id/edit', title: 'Карта', layout: 'main', parent: '/settings/payout-methods' },
    {
      path: '/settings/sbp-phones/add',
      title: 'Новый телефон СБП',
      layout: 'main',
      parent: '/settings/payout-methods',
    },
    { path: '/settings/sbp-phones/:id/edit', title: 'Телефон СБП', layout: 'main', parent: '/settings/payout-methods' },
    { path: '/settings/personal-data', title: 'Мои данные', layout: 'main', parent: '/settings' },
    { path: '/settings/help', title: 'Помощь', layout: 'main', parent: '/settings', offline: true },
    { path: '/cards/card-form', title: 'Карта', layout: 'none' },
  ],
  menu: [
    { path: '/profile', label: 'Личная карточка', icon: 'profile', group: 'Профиль', order: 1 },
    { path: '/settings', label: 'Настройки', icon: 'settings', group: 'Профиль', order: 2 },
  ],
} as const satisfies RemoteManifest

/** The limits in bytes of brotli. A release above them is rejected. */
export const budget: RemoteBudget = { entry: 4_200, page: 15_000 }
