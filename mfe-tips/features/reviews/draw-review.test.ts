import { expect, test } from 'vitest'
import { breakLines } from './draw-review.ts'

test.each([
  ['Очень вкусно и быстро', ['Очень', 'вкусно и', 'быстро']],
  ['Превосходнейше!', ['Превосход', 'нейше!']],
  ['Да', ['Да']],
])('%s → %o in lines of nine letters', (text, lines) => {
  expect(breakLines(text, (line) => line.length <= 9)).toEqual(lines)
})
