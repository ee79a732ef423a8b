import { hasWords } from '@portal/contracts/find-text'

export type TagOption = { value: string; label: string }

const MAX_SUGGESTIONS = 5

/** What may be added: at most five options that are not chosen yet and whose label has the typed words. */
export function tagSuggestions(
  options: readonly TagOption[],
  chosen: readonly string[],
  typed: string,
): readonly TagOption[] {
  return options
    .filter(({ value, label }) => !chosen.includes(value) && hasWords(label, typed))
    .slice(0, MAX_SUGGESTIONS)
}
