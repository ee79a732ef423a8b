/**
 * A text in the form in which texts are compared: `Артём` → `артем`, without accents of stress and what is invisible.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(/[\u0300-\u036f\p{Default_Ignorable_Code_Point}]/gu, '')
}

/** `Ким  БОРИС` → `ким`, `борис` */
export function searchedWords(typed: string): string[] {
  return foldText(typed).split(/\s+/u).filter(Boolean)
}

/** Whether a text has all words that somebody has typed, or their parts, in any order. */
export function hasWords(text: string, typed: string): boolean {
  const folded = foldText(text)
  return searchedWords(typed).every((word) => folded.includes(word))
}
