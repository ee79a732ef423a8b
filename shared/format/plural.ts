const rules = new Intl.PluralRules('ru-RU')

/** `plural(2, 'попытка', 'попытки', 'попыток')` → `2 попытки`. */
export function plural(count: number, one: string, few: string, many: string): string {
  const form = rules.select(count)
  return `${count}\u00A0${form === 'one' ? one : form === 'few' ? few : many}`
}
