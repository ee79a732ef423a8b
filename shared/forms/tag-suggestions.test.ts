// spec: 4.7

import { foundTexts } from '@portal/contracts/testing/found-texts'
import { expect, test } from 'vitest'
import { tagSuggestions } from './tag-suggestions.ts'

const options = ['Английский', 'Немецкий', 'Французский', 'Китайский', 'Официант', 'Бармен', 'Хостес'].map((label) => ({
  value: label,
  label,
}))

test.for<[typed: string, chosen: string[], expected: string[]]>([
  ['', [], ['Английский', 'Немецкий', 'Французский', 'Китайский', 'Официант']],
  ['ИЙ', [], ['Английский', 'Немецкий', 'Французский', 'Китайский']],
  [' бар ', [], ['Бармен']],
  ['бар', ['Бармен'], []],
  ['', ['Английский', 'Немецкий', 'Бармен'], ['Французский', 'Китайский', 'Официант', 'Хостес']],
  ['xyz', [], []],
])('%j beside %j → %j', ([typed, chosen, expected]) => {
  expect(tagSuggestions(options, chosen, typed).map(({ label }) => label)).toEqual(expected)
})

test.each(foundTexts)('of the tag %j, the typed %j finds it: %s', (label, typed, isFound) => {
  expect(tagSuggestions([{ value: 'x', label }], [], typed)).toHaveLength(isFound ? 1 : 0)
})
