import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { mayBeUnknownTimeZone } from './dates.ts'

test.each([
  ['22023', 'time zone "Mars/X" not recognized', true],
  ['22023', 'часовой пояс "Mars/X" не распознан', true],
  ['22007', 'time zone "Mars/X" not recognized', false],
])('an unknown time zone is recognized by the code %s, not by its text: %s', (code, text, isUnknown) => {
  const error = Object.assign(new DatabaseError(text, 0, 'error'), { code })
  expect(mayBeUnknownTimeZone(error)).toBe(isUnknown)
})
