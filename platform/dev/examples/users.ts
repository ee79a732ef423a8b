import type { Balance } from '@portal/contracts/balance'
import type { Colleague } from '@portal/contracts/colleague'
import type { Employee, Restaurant } from '@portal/contracts/employee'
import type { User } from '@portal/contracts/session'
import { now } from './now.ts'

/** A signed-in user: where they work, and their balance there. */
export type ScreenUser = { account: User; workplaces: readonly { employee: Employee; balance: Balance }[] }

export const berezka: Restaurant = { id: 'berezka', name: 'Берёзка', bank: 'Т-Банк' }
export const bridge: Restaurant = { id: 'bridge', name: 'Старый мост', bank: 'Альфа-Банк' }

const nothing: Balance = { avg_sum: 0, balance: 0, pending: 0, updated_at: now }

/** Works at two restaurants, is the default employee of the first, and has money. */
export const anna: ScreenUser = {
  account: { id: 'anna', name: 'Анна Смирнова', phone_masked: '+7 (900) •••-••-01', photo_url: null },
  workplaces: [
    {
      employee: { id: 'anna-at-berezka', default: true, manager: false, restaurant: berezka },
      balance: { ...nothing, avg_sum: 468.5, balance: 12_480.5, pending: 1350 },
    },
    {
      employee: { id: 'anna-at-bridge', default: false, manager: true, restaurant: bridge },
      balance: { ...nothing, avg_sum: 390, balance: 3210 },
    },
  ],
}

const veraAtBerezka: Employee = { id: 'vera-at-berezka', default: false, manager: false, restaurant: berezka }

/** Works at one restaurant for the first day: no tips, no money. */
export const vera: ScreenUser = {
  account: { id: 'vera', name: 'Вера Новикова', phone_masked: '+7 (900) •••-••-03', photo_url: null },
  workplaces: [{ employee: veraAtBerezka, balance: nothing }],
}

/** Вера, whose guest took back tips that she had withdrawn. */
export const veraOwes: ScreenUser = {
  ...vera,
  workplaces: [{ employee: veraAtBerezka, balance: { ...nothing, avg_sum: 300, debt: 800 } }],
}

/** Вера, once her first tip is on its way. */
export const veraWaits: ScreenUser = {
  ...vera,
  workplaces: [{ employee: veraAtBerezka, balance: { ...nothing, avg_sum: 300, pending: 300 } }],
}

/** Вера, who has been dismissed from «Старый мост» and from «Берёзка». */
export const veraLeft: ScreenUser = {
  ...vera,
  workplaces: [
    { employee: { ...veraAtBerezka, is_former: true }, balance: { ...nothing, avg_sum: 300, balance: 1_250 } },
    {
      employee: { ...veraAtBerezka, id: 'vera-at-bridge', is_former: true, restaurant: bridge },
      balance: { ...nothing, balance: 90 },
    },
  ],
}

/** The manager of one restaurant, without tips of her own. */
export const marina: ScreenUser = {
  account: { id: 'marina', name: 'Марина Лескова', phone_masked: '+7 (900) •••-••-08', photo_url: null },
  workplaces: [
    {
      employee: { id: 'marina-at-berezka', default: false, manager: true, restaurant: berezka },
      balance: nothing,
    },
  ],
}

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
