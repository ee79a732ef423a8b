import type { RemoteBudget, RemoteManifest } from '@portal/shared/manifest'

const page = { layout: 'main', width: 'wide', requires: 'operator' } as const

export const manifest = {
  name: 'mfe-operator',
  paths: ['/operator'],
  routes: [
    { path: '/operator', title: 'Оператор', ...page },
    { path: '/operator/restaurants', title: 'Рестораны', parent: '/operator', ...page },
    { path: '/operator/restaurants/:id', title: 'Ресторан', parent: '/operator/restaurants', ...page },
    { path: '/operator/payouts', title: 'Выводы и переводы', parent: '/operator', ...page },
    { path: '/operator/payouts/:id', title: 'Вывод', parent: '/operator/payouts', ...page },
    { path: '/operator/person', title: 'Найти человека', parent: '/operator', ...page },
    { path: '/operator/person/:id', title: 'Человек', parent: '/operator/person', ...page },
    { path: '/operator/ledger', title: 'Учёт и журнал', parent: '/operator', ...page },
  ],
  menu: [{ path: '/operator', label: 'Оператор', icon: 'shield', group: 'Профиль', order: 10, requires: 'operator' }],
} as const satisfies RemoteManifest

/** The limits in bytes of brotli. A release above them is rejected. */
export const budget: RemoteBudget = { entry: 4_500, page: 21_500 }
