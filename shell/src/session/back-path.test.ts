import { expect, test } from 'vitest'
import { backPath, loginPath } from './back-path.ts'

test.each([
  ['/billing?type=tip', '/billing?type=tip'],
  ['/out?payout=7#x', '/out?payout=7#x'],
  [null, '/'],
  ['', '/'],
  ['billing', '/'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/\t/evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/billing/..//evil.example', '/'],
  ['/./\\evil.example', '/'],
  ['///evil.example', '/'],
  ['/%09/evil.example', '/'],
  ['/%2F/evil.example', '/'],
  ['/%5Cevil.example', '/'],
  ['\\\\evil.example', '/'],
  ['/@evil.example', '/@evil.example'],
  ['/%E0%A4%A', '/'],
  ['data:text/html,x', '/'],
  [' //evil.example', '/'],
  ['/login?back=/login', '/'],
  ['/api/v1/user/billing.csv', '/'],
])('%j leads to %s', (back, path) => {
  expect(backPath(back)).toBe(path)
})

test('returns to the same page after login', () => {
  expect(loginPath('/')).toBe('/login')
  const path = '/billing?type=tip&page=2'
  expect(backPath(new URL(loginPath(path), 'https://x').searchParams.get('back'))).toBe(path)
})
