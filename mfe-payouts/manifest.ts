import type { RemoteBudget, RemoteManifest } from '@portal/shared/manifest'

export const manifest = {
  name: 'mfe-payouts',
  paths: ['/out', '/transfer'],
  routes: [
    { path: '/out', title: 'Вывод средств', layout: 'main', width: 'wide', drafts: true },
    { path: '/out/auto', title: 'Автовывод', layout: 'main', parent: '/out' },
    { path: '/transfer', title: 'Перевод средств', layout: 'main', requires: 'default-employee', drafts: true },
    { path: '/transfer/team', title: 'Разделить чаевые', layout: 'main', requires: 'default-employee', drafts: true },
  ],
  menu: [
    { path: '/out', label: 'Вывод средств', icon: 'withdraw', group: 'Меню', order: 3, requires: 'money' },
    {
      path: '/transfer',
      label: 'Перевод средств',
      icon: 'transfer',
      group: 'Меню',
      order: 4,
      requires: 'default-employee',
    },
  ],
  fills: ['tips.actions', 'settings.account'],
  fillOrder: { 'settings.account': 10 },
} as const satisfies RemoteManifest

/** The limits in bytes of brotli. A release above them is rejected. */
export const budget: RemoteBudget = { entry: 4_000, page: 27_000, slot: 2_900 }
