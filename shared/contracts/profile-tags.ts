/** What a person may say of oneself on the profile: languages and roles. The value is kept; the label is shown. */
export const profileTags = [
  { value: 'lang_ru', label: 'Русский' },
  { value: 'lang_en', label: 'Английский' },
  { value: 'lang_de', label: 'Немецкий' },
  { value: 'lang_fr', label: 'Французский' },
  { value: 'lang_es', label: 'Испанский' },
  { value: 'lang_it', label: 'Итальянский' },
  { value: 'lang_zh', label: 'Китайский' },
  { value: 'lang_tr', label: 'Турецкий' },
  { value: 'lang_ar', label: 'Арабский' },
  { value: 'lang_hy', label: 'Армянский' },
  { value: 'lang_uz', label: 'Узбекский' },
  { value: 'lang_kk', label: 'Казахский' },
  { value: 'role_waiter', label: 'Официант' },
  { value: 'role_bartender', label: 'Бармен' },
  { value: 'role_barista', label: 'Бариста' },
  { value: 'role_sommelier', label: 'Сомелье' },
  { value: 'role_host', label: 'Хостес' },
  { value: 'role_administrator', label: 'Администратор' },
  { value: 'role_cook', label: 'Повар' },
  { value: 'role_pastry_cook', label: 'Кондитер' },
  { value: 'role_runner', label: 'Раннер' },
  { value: 'role_courier', label: 'Курьер' },
] as const

export type ProfileTag = (typeof profileTags)[number]['value']

export type RoleTag = Extract<ProfileTag, `role_${string}`>

/** What a person does at work, without the languages. */
export const roleTags = profileTags.map(({ value }) => value).filter((tag): tag is RoleTag => tag.startsWith('role_'))
