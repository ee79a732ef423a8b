import * as z from 'zod/mini'
import { errorText, isEmpty, type RuleTexts, rule } from './rule.ts'

const requiredTexts: RuleTexts = { ru: '{label} — обязательное поле', en: '{label} is required.' }

/** Requires that something is typed, chosen or ticked. */
export const required = (own?: string) =>
  z.refine<unknown>((value) => !isEmpty(value), { error: errorText(requiredTexts, own) })

const notValidTexts: RuleTexts = { ru: '{label} — проверьте, что введено', en: 'This field is not valid.' }

/**
 * The error where no rule has one: the value does not have its schema's type, such as null before a choice, or the
 * server rejects it.
 */
export function notValid(broken: { input?: unknown }): string {
  return errorText(isEmpty(broken.input) ? requiredTexts : notValidTexts)(broken)
}

/** Accepts one of these values. Objects and lists are compared by their content. */
export const is = (values: readonly unknown[], own?: string) =>
  rule(
    (value) => includes(values, value),
    { ru: '{label} — выберите из предложенного', en: '{label} is not an allowed value.' },
    own,
  )

/** Accepts any value except these. */
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
    // Runs even while other fields are wrong, so that all errors are shown together.
    when: () => true,
  })
