import { expect, test } from 'vitest'
import { parseSelections } from './stored-releases.ts'

test('returns each name once, with its version where one is given', () => {
  expect(parseSelections(['shell', 'mfe-tips@3f2a91c04be7', 'shell'])).toEqual([
    { name: 'shell', version: undefined },
    { name: 'mfe-tips', version: '3f2a91c04be7' },
  ])
})

test.each(['mfe-tips/', './mfe-tips', 'shared', 'mfe-tips@', 'mfe-tips@../x', ''])('%s is no release', (text) => {
  expect(() => parseSelections([text])).toThrow('is no release')
})

test('rejects two versions of one name', () => {
  expect(() => parseSelections(['mfe-tips', 'mfe-tips@3f2a'])).toThrow('mfe-tips is named twice')
})
