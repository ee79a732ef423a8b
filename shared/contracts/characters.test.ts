import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { countCharacters, cutText, maxCharacters, splitCharacters } from './characters.ts'

// spec: 2.88
test.each([
  ['', 0],
  ['За субботу', 10],
  ['два\nряда', 8],
  ['два\r\nряда', 8],
  // Two code points each, as some keyboards type them.
  ['\u0438\u0306', 1],
  ['\u0435\u0308', 1],
  // A letter with an accent for which there is no single code point.
  ['а\u0301', 1],
  ['👍', 1],
  ['👍🏽', 1],
  ['👨‍👩‍👧‍👦', 1],
  ['👩🏻‍❤️‍💋‍👨🏽', 1],
  ['🏳️‍🌈', 1],
  ['🇷🇺🇦🇲', 2],
  ['🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}', 1],
  ['1️⃣', 1],
  ['☕️', 1],
])('%j → %d', (text, count) => {
  expect(countCharacters(text)).toBe(count)
})

test('counts a pile of accents', () => {
  expect(countCharacters(`а${'\u0301'.repeat(1599)}`)).toBe(100)
})

test('accepts the longest text, and rejects one character more', () => {
  const Text = z.string().check(maxCharacters(100))
  expect(Text.safeParse('👍🏽'.repeat(100)).success).toBe(true)
  expect(Text.safeParse('👍🏽'.repeat(101)).success).toBe(false)
})

test.each([
  ['Кафе 🍕', 6, 'Кафе '],
  ['Кафе 🍕', 7, 'Кафе 🍕'],
  ['👨‍👩‍👧‍👦🇷🇺', 11, '👨‍👩‍👧‍👦'],
  ['🇷🇺🇦🇲', 5, '🇷🇺'],
  ['и\u0306о', 1, ''],
  ['и\u0306о', 2, 'и\u0306'],
  ['Берёзка', 60, 'Берёзка'],
])('cuts %j to at most %i code units: %j', (text, maxLength, cut) => {
  expect(cutText(text, maxLength)).toBe(cut)
})

test('splits a text into what a reader counts', () => {
  expect(splitCharacters('й\u0301👩🏻‍🍳\r\n🇦🇲.')).toEqual(['й\u0301', '👩🏻‍🍳', '\r\n', '🇦🇲', '.'])
})
