import { expect, test } from 'vitest'
import { newKey, toSecrets } from '../../testing/production.ts'
import { openFacts, sealFacts, toInitials } from './certificate-check.ts'

const key = () => Buffer.from(newKey(), 'base64')
const facts = { number: '2026-BCA165-291126', initials: 'А. С.', phoneEnd: '0001', income: 200_050 }

test('a certificate is confirmed while its key is one of the keys', () => {
  const [old, next] = [key(), key()]
  const code = sealFacts(toSecrets(old), facts)
  expect(openFacts(toSecrets(next, old), code)).toEqual(facts)
  expect(openFacts(toSecrets(next), code)).toBeUndefined()
})

test.each([
  ['Анна Смирнова', 'А. С.'],
  ['Әлия', 'Ә.'],
  ['Анна-Мария де Санта Крус', 'А. д. С. К.'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(toInitials(name)).toBe(initials.replaceAll(' ', '\u00A0'))
})
