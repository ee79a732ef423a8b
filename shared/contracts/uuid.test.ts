import { expect, test } from 'vitest'
import { isUuid } from './uuid.ts'

const id = '04629fa0-3894-4a32-ab55-c79161234567'

test.each([
  [id, true],
  [id.toUpperCase(), true],
  [`${id}0`, false],
  [` ${id}`, false],
  [`${id}\n`, false],
  [id.replaceAll('-', ''), false],
  [id.replace('f', 'g'), false],
  ['', false],
])('%j is a UUID: %s', (text, expected) => {
  expect(isUuid(text)).toBe(expected)
})
