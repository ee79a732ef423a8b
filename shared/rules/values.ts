import * as z from 'zod/mini'
import { errorText, isEmpty, type RuleTexts, rule } from './rule.ts'

const requiredTexts: RuleTexts = { ru: '{label} — обязательное поле', en: '{label} is required.' }

/** Something is typed, chosen or ticked. */
export const required = (own?: string) =>
  z.refine<unknown>((value) => !isEmpty(value), { error: errorText(requiredTexts, own) })

const notValidTexts: RuleTexts = { ru: '{label} — проверьте, что введено', en: 'This field is not valid.' }

/**
 * The error where no rule has one: a value is not of its schema's type, as null while nothing is chosen, or the server
 * rejects it.
 */
export function notValid(broken: { input?: unknown }): string {
  return errorText(isEmpty(broken.input) ? requiredTexts : notValidTexts)(broken)
}

/** One of these; objects and lists are compared by what is in them. */
export const is = (values: readonly unknown[], own?: string) =>
  rule(
    (value) => includes(values, value),
    { ru: '{label} — выберите из предложенного', en: '{label} is not an allowed value.' },
    own,
  )

/** None of these. */
export const not = (values: readonly unknown[], own?: string) =>
  rule(
    (value) => !includes(values, value),
    {
      ru: (value) => `{label} — «${value}» не подойдёт, введите другое`,
      en: (value) => `“${value}” is not an allowed {label}.`,
    },
    own,
  )

function includes(values: readonly unknown[], value: unknown): boolean {
  return values.some((one) => JSON.stringify(one) === JSON.stringify(value))
}

/** Checks the whole form: the field `repeat` equals `original`. */
export const confirm = <R extends string, O extends string>(repeat: R, original: O, own?: string) =>
  z.refine<Record<R | O, unknown>>((values) => values[repeat] === values[original], {
    path: [repeat],
    error: errorText({ ru: '{label} — не совпадает, введите ещё раз', en: '{label} does not match.' }, own),
    // Also while other fields are wrong: all errors are shown at once.
    when: () => true,
  })
