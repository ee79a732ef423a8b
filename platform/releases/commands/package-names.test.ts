import { expect, test } from 'vitest'
import { packageNames } from './package-names.ts'

test('returns the shell and the remotes of the working copy, each once', () => {
  expect(packageNames(['shell', 'mfe-tips', 'shell'])).toEqual(['shell', 'mfe-tips'])
})

test.each(['mfe-tips/', './mfe-tips', 'shared', 'mfe-none'])('%s is the name of no release', (name) => {
  expect(() => packageNames([name])).toThrow(`there is no ${name} here`)
})
