import type { Colleague } from '@portal/contracts/colleague'

export function colleagueOf(name: string, phone_last2: string, more: Partial<Colleague> = {}): Colleague {
  return { id: `colleague-${phone_last2}`, name, phone_last2, photo_url: null, roles: [], manager: false, ...more }
}

export const colleagues = [
  colleagueOf('Борис Ким', '02', { roles: ['role_waiter'] }),
  colleagueOf('Вера Новикова', '03'),
  colleagueOf('Дмитрий Орлов', '04', { roles: ['role_bartender', 'role_sommelier'] }),
  colleagueOf('Екатерина Лебедева', '05', { roles: ['role_administrator'], manager: true }),
  colleagueOf('Ильдар Сафин', '06', { roles: ['role_waiter'] }),
]
