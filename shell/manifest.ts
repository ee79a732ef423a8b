import type { RemoteRoute } from '@portal/shared/manifest'

/**
 * The shell's own pages, as data: the router renders them, the portal server distinguishes a page from a mistyped
 * address.
 */
export const routes = [
  { path: '/login', title: 'Вход', layout: 'centred-card' },
  { path: '/unlock', title: 'Введите код-пароль', layout: 'centred-card' },
  { path: '/password/recovery', title: 'Восстановление пароля', layout: 'centred-card' },
  { path: '/i/:code', title: 'Приглашение', layout: 'centred-card' },
] as const satisfies readonly RemoteRoute[]

export type OwnPath = (typeof routes)[number]['path']
