import type { RemoteBudget, RemoteManifest } from '@portal/shared/manifest'

export const manifest = {
  name: 'mfe-tips',
  paths: ['/', '/billing', '/reviews', '/trend'],
  routes: [
    { path: '/', title: 'Чаевые', layout: 'main', width: 'wide', offline: true, slots: ['tips.actions'] },
    { path: '/billing', title: 'Операции', layout: 'main', width: 'wide', offline: true },
    { path: '/reviews', title: 'Отзывы', layout: 'main', parent: '/' },
    { path: '/trend', title: 'Динамика', layout: 'main', width: 'wide', parent: '/', offline: true },
  ],
  menu: [
    { path: '/', label: 'Чаевые', icon: 'tips', group: 'Меню', order: 1 },
    { path: '/billing', label: 'Операции', icon: 'operations', group: 'Меню', order: 2, requires: 'money' },
  ],
} as const satisfies RemoteManifest

/** The limits in bytes of brotli. A release above them is rejected. */
export const budget: RemoteBudget = { entry: 4_000, page: 10_700 }
