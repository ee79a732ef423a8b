import { hasCardNumber } from '@portal/contracts/free-text'
import { type NameFault, nameFault } from '@portal/contracts/person-name'
import { type RuleTexts, rule } from './rule.ts'

export const email = (own?: string) =>
  pattern(
    /^[^\s@.,;<>]+(\.[^\s@.,;<>]+)*@([^\s@.,;<>]+\.)+[^\s@.,;<>]{2,}$/,
    {
      ru: '{label} — введите адрес почты, например name@example.ru',
      en: '{label} must be a valid email address.',
    },
    own,
  )

/** Requires the address of a site. */
export const url = (own?: string) =>
  rule(
    (value) => /^https?:/i.test(String(value)) && isUrl(String(value)),
    { ru: '{label} — введите адрес сайта, например https://example.ru', en: '{label} must be a valid URL.' },
    own,
  )

function isUrl(text: string): boolean {
  try {
    new URL(text)
    return true
  } catch {
    return false
  }
}

/** Accepts texts that match one of these patterns, or equal one of these texts. */
export const matches = (patterns: readonly (RegExp | string)[], own?: string) =>
  rule(
    (value) => patterns.some((one) => (typeof one === 'string' ? one === value : one.test(String(value)))),
    { ru: '{label} — проверьте, что введено', en: '{label} is not an allowed value.' },
    own,
  )

export const starts_with = (starts: readonly string[], own?: string) =>
  rule(
    (value) => starts.some((start) => String(value).startsWith(start)),
    {
      ru: `{label} — начните с ${either('ru', starts)}`,
      en: `{label} must start with ${either('en', starts)}.`,
    },
    own,
  )

export const ends_with = (ends: readonly string[], own?: string) =>
  rule(
    (value) => ends.some((end) => String(value).endsWith(end)),
    {
      ru: `{label} — закончите на ${either('ru', ends)}`,
      en: `{label} must end with ${either('en', ends)}.`,
    },
    own,
  )

/** `['+7', '8']` → «+7» или «8» */
function either(language: 'ru' | 'en', texts: readonly string[]): string {
  const quoted = texts.map((text) => (language === 'ru' ? `«${text}»` : `“${text}”`))
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(quoted)
}

/** Accepts letters of any language. */
export const alpha = (own?: string) =>
  pattern(
    /^[\p{L}\p{M}]+$/u,
    { ru: '{label} — используйте только буквы', en: '{label} can only contain letters.' },
    own,
  )

export const alpha_numeric = (own?: string) =>
  pattern(
    /^[\p{L}\p{M}\p{Nd}]+$/u,
    { ru: '{label} — используйте только буквы и цифры', en: '{label} can only contain letters and numbers.' },
    own,
  )

export const alpha_spaces = (own?: string) =>
  pattern(
    /^[\p{L}\p{M}\s]+$/u,
    { ru: '{label} — используйте только буквы и пробелы', en: '{label} can only contain letters and spaces.' },
    own,
  )

/** For texts that other people read. */
export const no_card_number = (own?: string) =>
  rule(
    (value) => !hasCardNumber(String(value)),
    { ru: 'Не указывайте здесь номер карты', en: 'Do not enter a card number here.' },
    own,
  )

export const nameFaultTexts = {
  no_letter: 'Напишите имя буквами',
  mixed_scripts: 'Не смешивайте русские буквы с латинскими и с цифрами',
  lookalike: 'Наберите имя русскими буквами: эти только похожи на них',
} satisfies Record<NameFault, string>

const englishNameFaultTexts = {
  no_letter: 'Write the name in letters.',
  mixed_scripts: 'Do not mix letters of two alphabets, or letters and digits.',
  lookalike: 'These letters only look like Russian ones.',
} satisfies Record<NameFault, string>

/** Accepts a name that tells who a person is, and does not pass for another person's. */
export const person_name = (own?: string) => {
  const toFault = (value: unknown) => nameFault(String(value)) ?? 'no_letter'
  return rule(
    (value) => nameFault(String(value)) === undefined,
    { ru: (value) => nameFaultTexts[toFault(value)], en: (value) => englishNameFaultTexts[toFault(value)] },
    own,
  )
}

function pattern(expression: RegExp, texts: RuleTexts, own: string | undefined) {
  return rule((value) => expression.test(String(value)), texts, own)
}
