import type { Colleague } from '@portal/contracts/colleague'

export function newColleague(name: string, phone_last2: string, more: Partial<Colleague> = {}): Colleague {
  return { id: `colleague-${phone_last2}`, name, phone_last2, photo_url: null, roles: [], manager: false, ...more }
}

export const colleagues = [
  newColleague('Борис Ким', '02', { roles: ['role_waiter'] }),
  newColleague('Вера Новикова', '03'),
  newColleague('Дмитрий Орлов', '04', { roles: ['role_bartender', 'role_sommelier'] }),
  newColleague('Екатерина Лебедева', '05', { roles: ['role_administrator'], manager: true }),
  newColleague('Ильдар Сафин', '06', { roles: ['role_waiter'] }),
]
