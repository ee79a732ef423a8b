import type { Profile } from '@portal/contracts/profile'
import { at } from './now.ts'
import { berezka, bridge } from './users.ts'

export const profile: Profile = {
  id: 'anna',
  name: 'Анна Смирнова',
  first_name: 'Анна',
  last_name: 'Смирнова',
  about: 'Шесть лет в зале. Помогу выбрать вино и запомню, что вы любите.',
  tags: ['lang_ru', 'lang_en', 'role_waiter', 'role_sommelier'],
  phone_masked: '+7 (900) •••-••-01',
  photo_url: '/uploads/anna.png',
  goal: { name: 'Отпуск на море', amount: 90_000, earned: 52_310.5, since: at(40, '12:00') },
  restaurants: [
    { ...berezka, default: true, manager: false },
    { ...bridge, default: false, manager: true },
  ],
  created_at: at(300, '12:00'),
}

/** The profile of a user who has filled in nothing yet. */
export const bareProfile: Profile = {
  ...profile,
  id: 'vera',
  name: 'Вера Новикова',
  first_name: 'Вера',
  last_name: 'Новикова',
  about: '',
  tags: [],
  phone_masked: '+7 (900) •••-••-03',
  photo_url: null,
  goal: null,
  restaurants: [{ ...berezka, default: false, manager: false }],
}

/** The response to each address below /uploads. */
export const photo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 148 148">
  <rect width="148" height="148" fill="#d9c7a8"/>
  <circle cx="74" cy="58" r="27" fill="#7a4f35"/>
  <path d="M18 148c0-34 25-54 56-54s56 20 56 54z" fill="#0b6e4b"/>
</svg>`
