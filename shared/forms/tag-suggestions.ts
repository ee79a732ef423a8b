export type TagOption = { value: string; label: string }

const MAX_SUGGESTIONS = 5

/** What may be added: at most five options that are not chosen yet and whose label has the typed text, in any case. */
export function tagSuggestions(
  options: readonly TagOption[],
  chosen: readonly string[],
  typed: string,
): readonly TagOption[] {
  const text = typed.trim().toLocaleLowerCase('ru')
  return options
    .filter(({ value, label }) => !chosen.includes(value) && label.toLocaleLowerCase('ru').includes(text))
    .slice(0, MAX_SUGGESTIONS)
}
