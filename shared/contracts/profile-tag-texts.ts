import type { ProfileTag } from './profile-tags.ts'

// Separate from the tags: every page loads the tags with its session, and few pages show these texts.

export const profileTagTexts = {
  lang_ru: 'Русский',
  lang_en: 'Английский',
  lang_de: 'Немецкий',
  lang_fr: 'Французский',
  lang_es: 'Испанский',
  lang_it: 'Итальянский',
  lang_zh: 'Китайский',
  lang_tr: 'Турецкий',
  lang_ar: 'Арабский',
  lang_hy: 'Армянский',
  lang_uz: 'Узбекский',
  lang_kk: 'Казахский',
  role_waiter: 'Официант',
  role_bartender: 'Бармен',
  role_barista: 'Бариста',
  role_sommelier: 'Сомелье',
  role_host: 'Хостес',
  role_administrator: 'Администратор',
  role_cook: 'Повар',
  role_pastry_cook: 'Кондитер',
  role_runner: 'Раннер',
  role_courier: 'Курьер',
} satisfies Record<ProfileTag, string>
