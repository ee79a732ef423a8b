import { expect, test } from 'vitest'
import { toParts } from './parts.ts'
import { parseWeight } from './sharing-draft.ts'

test.each([
  ['7', 7],
  ['7,5', 7.5],
  ['7.5', 7.5],
  ['７', 7],
  ['', null],
  ['0', null],
  ['-7', null],
  ['7,3', 7.3],
  ['33,3', 33.3],
  ['7,33', null],
  ['745', null],
  ['0x10', null],
  ['1e1', null],
  ['7ч', null],
])('the hours %j are %j', (typed, weight) => {
  expect(parseWeight(typed)).toBe(weight)
})

test.for([
  ['percent', ['33,3', ''], [333, null]],
  ['percent', ['33,3', '33,3'], [333, 333]],
  ['percent', ['60', '60'], [600, 600]],
  ['percent', ['33,3', '66,7'], [333, 667]],
  ['hours', ['8', ''], [null, null]],
  ['hours', ['8', '2'], [800, 200]],
] as const)('by %s, %j of 1000 ₽ are %j', ([way, weights, parts]) => {
  const colleagues = weights.map((_, index) => ({
    ...{ id: `${index}`, name: '', photo_url: null, roles: [], manager: false, phone_last2: '00' },
  }))
  const members = weights.map((weight, index) => ({ id: `${index}`, weight }))
  const draft = { way, amount: 1000, members, comment: '' }
  expect(toParts(draft, colleagues).map(({ part }) => part)).toEqual(parts)
})
