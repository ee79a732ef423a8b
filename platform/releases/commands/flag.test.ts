import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestStores } from '../testing/test-stores.ts'

const temporary = createTestStores()
const id = '7dbba0f6-c0f9-4e3e-b307-b5010c9dd5c1'

/** Returns the error of the command in an empty store. */
function flagError(state: string, restaurant: string): string {
  const args = [join(import.meta.dirname, 'flag.ts'), 'mfe-schedule', 'hours', state, '--restaurant', restaurant]
  return spawnSync(process.execPath, args, {
    env: { PATH: process.env.PATH, RELEASES: temporary.folder, PORTAL_DATA: temporary.folder },
    encoding: 'utf8',
  }).stderr
}

test.each([
  [
    'on',
    'berezka',
    'berezka is no id. A restaurant is named here by its id, which operators read: `npm run admin -- restaurant list`',
  ],
  ['off', `${id},${id}`, '--restaurant is one id; run the command for each'],
  ['default', '', '--restaurant is one id; run the command for each'],
])('rejects %s for %s', (state, restaurant, message) => {
  expect(flagError(state, restaurant)).toBe(`${message}\n`)
})

test.each([
  ['on', id],
  ['default', 'berezka'],
])('accepts %s for %s', (state, restaurant) => {
  expect(flagError(state, restaurant)).toBe('mfe-schedule is no remote that has been released\n')
})
