import * as z from 'zod/mini'

type Texts<T> = Record<'ru' | 'en', T>

/** Returns the text in the page's language, which is Russian unless it is English. */
export function inPageLanguage<T>({ ru, en }: Texts<T>): T {
  return document.documentElement.lang === 'en' ? en : ru
}

/** `{label}` stands for the field's label, which a schema does not know. A function makes the text from the value. */
export type RuleTexts = Texts<string | ((value: unknown) => string)>

/** Returns the `error` of a check: a form's own text, else the rule's in the page's language. */
export function errorText(texts: RuleTexts, own?: string): (broken: { input?: unknown }) => string {
  return ({ input }) => {
    const text = own ?? inPageLanguage(texts)
    return typeof text === 'string' ? text : text(input)
  }
}

/** Checks only filled values; `required` checks whether there has to be one. */
export function rule(passes: (value: unknown) => boolean, texts: RuleTexts, own: string | undefined) {
  return z.refine<unknown>((value) => isEmpty(value) || passes(value), { error: errorText(texts, own) })
}

/** Whether nothing is typed, chosen or ticked. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === false || (value as []).length === 0
}

/** `{label} — обязательное поле`, `Название (необязательно)` → «Название — обязательное поле». */
export function withLabel(text: string, label: string): string {
  return text.replace('{label}', () => label.replace(/ \(.*\)$/, ''))
}
