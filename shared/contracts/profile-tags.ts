const languageTags = [
  'lang_ru',
  'lang_en',
  'lang_de',
  'lang_fr',
  'lang_es',
  'lang_it',
  'lang_zh',
  'lang_tr',
  'lang_ar',
  'lang_hy',
  'lang_uz',
  'lang_kk',
] as const

/** What a user does at work. */
export const roleTags = [
  'role_waiter',
  'role_bartender',
  'role_barista',
  'role_sommelier',
  'role_host',
  'role_administrator',
  'role_cook',
  'role_pastry_cook',
  'role_runner',
  'role_courier',
] as const

/** The tags that users may choose for their profile, in the order in which they are shown. */
export const profileTags = [...languageTags, ...roleTags] as const

export type ProfileTag = (typeof profileTags)[number]
