import { expect, test } from 'vitest'
import { hasWords } from './find-text.ts'
import { foundTexts } from './testing/found-texts.ts'

test.each(foundTexts)('in %j, the typed %j is found: %s', (text, typed, isFound) => {
  expect(hasWords(text, typed)).toBe(isFound)
})

test('an empty text and a text of invisible characters find everything', () => {
  for (const typed of ['', '  ', '\u200b']) expect(hasWords('Борис', typed)).toBe(true)
})
