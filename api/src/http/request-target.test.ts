import { expect, test } from 'vitest'
import { originForm } from './request-target.ts'

test.each([
  ['/', '/'],
  ['/api/v1/user/balance?a=b', '/api/v1/user/balance?a=b'],
  ['/api/v1/user/balance#x', '/api/v1/user/balance'],
  ['/api/v1/user/balance?a=b#c?d', '/api/v1/user/balance?a=b'],
  ['//elsewhere.example/x', '//elsewhere.example/x'],
  ['http://elsewhere.example/api/v1/user/balance?a=b#c', '/api/v1/user/balance?a=b'],
  ['HTTPS://elsewhere.example:99/x', '/x'],
  ['http://elsewhere.example', '/'],
  ['http://elsewhere.example?a=b', '/?a=b'],
  ['http:///x', '/x'],
  ['*', '*'],
  ['elsewhere.example:443', '/'],
  ['#x', '/'],
  ['', '/'],
])('%j is read as %j', (target, expected) => {
  expect(originForm(target)).toBe(expected)
})
