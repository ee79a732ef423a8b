/**
 * A text in the form in which texts are compared: `Артём` → `артем`. Stress accents and invisible characters are
 * removed.
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

/** Whether a text contains all typed words in any order, also as parts of longer words. */
export function hasWords(text: string, typed: string): boolean {
  const folded = foldText(text)
  return searchedWords(typed).every((word) => folded.includes(word))
}
