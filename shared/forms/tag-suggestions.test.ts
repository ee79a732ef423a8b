// spec: 11.7

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
