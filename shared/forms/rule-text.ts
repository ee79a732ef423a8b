/** Stands for the field's label in the text of a rule: the schema does not know it. */
const labelPlace = '{label}'

type BrokenRule = { code?: string | undefined; input?: unknown }

/** What a broken rule says when the schema has no text of its own. */
export function ruleText({ input }: BrokenRule): string {
  return isEmpty(input) ? `${labelPlace} — обязательное поле` : 'Проверьте это поле'
}

/** `{label} — обязательное поле`, `Имя` → «Имя — обязательное поле». */
export function withLabel(text: string, label: string): string {
  return text.replace(labelPlace, label)
}

function isEmpty(input: unknown): boolean {
  return input === undefined || input === null || input === '' || input === false
}
