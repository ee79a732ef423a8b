// The users of the demo. Ids are fixed, so that a seed that was killed continues.
import type { ProfileTag } from '@portal/contracts/profile-tags'

export const demoPassword = 'demo-Chaevye-1'

const id = (kind: number, number: number) =>
  `de300000-0000-4000-8${String(kind).padStart(3, '0')}-${String(number).padStart(12, '0')}`

export const restaurants = {
  berezka: { id: id(1, 1), name: 'Берёзка', bank: 'Т-Банк' },
  bridge: { id: id(1, 2), name: 'Старый мост', bank: 'Альфа-Банк' },
} as const

type RestaurantName = keyof typeof restaurants

/** `strength`: the number of tips on an ordinary evening. `weekdays`: when the employee works; 1 is Monday. */
export type Job = {
  id: string
  restaurant: RestaurantName
  isDefault?: boolean
  isManager?: boolean
  strength: number
  weekdays: readonly number[]
}

export type DemoCard = { number: string; bank: string; bankName: string; label: string }

export type DemoUser = {
  id: string
  phone: string
  firstName: string
  lastName: string
  jobs: readonly Job[]
  /** The first card of each bank is its default. */
  cards: readonly DemoCard[]
  /** `goal.days`: how many days ago the goal was set. */
  profile?: { about: string; tags: ProfileTag[]; goal: { name: string; amount: number; days: number } }
  /** A СБП phone, which is the phone that the user signs in with. */
  sbp?: { bank: string; bankId: string; bankName: string }
}

const tbank = restaurants.berezka.bank

export const anna: DemoUser & { jobs: readonly [Job, Job] } = {
  id: id(2, 1),
  phone: '+79000000001',
  firstName: 'Анна',
  lastName: 'Смирнова',
  jobs: [
    { id: id(3, 1), restaurant: 'berezka', isDefault: true, strength: 4, weekdays: [2, 3, 5, 6, 7] },
    { id: id(3, 2), restaurant: 'bridge', isManager: true, strength: 3, weekdays: [1, 4] },
  ],
  cards: [
    { number: '2200701395954321', bank: tbank, bankName: 'Т-Банк', label: 'Зарплатная' },
    { number: '4154821395958890', bank: restaurants.bridge.bank, bankName: 'Альфа-Банк', label: '' },
  ],
  profile: {
    about: 'Шесть лет в зале. Помогу выбрать вино и запомню, что вы любите.',
    tags: ['lang_ru', 'lang_en', 'role_waiter', 'role_sommelier'],
    goal: { name: 'Отпуск на море', amount: 90_000, days: 40 },
  },
  sbp: { bank: tbank, bankId: '100000000004', bankName: 'Т-Банк' },
}

export const boris: DemoUser = {
  id: id(2, 2),
  phone: '+79000000002',
  firstName: 'Борис',
  lastName: 'Ким',
  jobs: [{ id: id(3, 3), restaurant: 'berezka', strength: 3, weekdays: [1, 4, 5, 6] }],
  cards: [{ number: '2202201158385514', bank: tbank, bankName: 'Сбербанк', label: '' }],
}

export const vera: DemoUser = {
  id: id(2, 3),
  phone: '+79000000003',
  firstName: 'Вера',
  lastName: 'Новикова',
  jobs: [{ id: id(3, 4), restaurant: 'berezka', strength: 0, weekdays: [] }],
  cards: [],
}

/** Colleagues who can receive transfers. The sandbox bank declines or delays payouts to their cards. */
export const dmitry: DemoUser = {
  id: id(2, 4),
  phone: '+79000000004',
  firstName: 'Дмитрий',
  lastName: 'Орлов',
  jobs: [
    { id: id(3, 5), restaurant: 'berezka', strength: 2, weekdays: [3, 5, 6, 7] },
    { id: id(3, 9), restaurant: 'bridge', strength: 0, weekdays: [] },
  ],
  cards: [{ number: '2200701079190002', bank: tbank, bankName: 'Т-Банк', label: '' }],
}

export const ekaterina: DemoUser = {
  id: id(2, 5),
  phone: '+79000000005',
  firstName: 'Екатерина',
  lastName: 'Лебедева',
  jobs: [{ id: id(3, 6), restaurant: 'berezka', strength: 2, weekdays: [1, 2, 6, 7] }],
  cards: [{ number: '2200701158380003', bank: tbank, bankName: 'Т-Банк', label: '' }],
}

const ildar: DemoUser = {
  id: id(2, 6),
  phone: '+79000000006',
  firstName: 'Ильдар',
  lastName: 'Сафин',
  jobs: [{ id: id(3, 7), restaurant: 'berezka', strength: 2, weekdays: [2, 4, 5] }],
  cards: [{ number: '2200701237570004', bank: tbank, bankName: 'Т-Банк', label: '' }],
}

/** Holds the shared tips of «Старый мост». */
export const galina: DemoUser & { jobs: readonly [Job] } = {
  id: id(2, 7),
  phone: '+79000000007',
  firstName: 'Галина',
  lastName: 'Мороз',
  jobs: [{ id: id(3, 8), restaurant: 'bridge', isDefault: true, strength: 4, weekdays: [2, 3, 5, 6, 7] }],
  cards: [],
}

export const demoUsers: readonly DemoUser[] = [anna, boris, vera, dmitry, ekaterina, ildar, galina]
