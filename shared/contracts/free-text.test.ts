import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { hasCardNumber, noCardNumber, oneLine, withoutCardNumbers } from './free-text.ts'

test.each([
  '4111111111111111',
  'карта 4111 1111 1111 1111, спасибо',
  '2200-1234-5678-9019',
  '2200 – 1234 – 5678 – 9019',
  '4\u00A0111\u2009111\u200B111\u00AD111\u2011111',
  '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
  '4111\n1111\n1111\n1111',
  '４１１１１１１１１１１１１１１１',
  '٤١١١ ١١١١ ١١١١ ١١١١',
  '४१११११११११११११११',
  '𝟒𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏𝟏',
  '378282246310005',
  '4222222222222',
  '6304000000000000 12 26',
  'x4111111111111111x',
  '№5555555555554444!',
  '4111 1111 1111 1111 12/26 123',
  '4111 1111 1111 1111 123',
  '4111.1111.1111.1111',
  'карта 4111/1111/1111/1111',
  '4111_1111_1111_1111',
  '4111,1111,1111,1111',
  '4111•1111•1111•1111',
  '3782.822463.10005',
  '4️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣1️⃣',
])('holds the number of a card: %j', (text) => {
  expect(hasCardNumber(text)).toBe(true)
})

test.each([
  '',
  'Спасибо за вечер!',
  '+7 900 000-00-01',
  '+7 900 000-00-01, +7 900 000-00-02',
  '8 (495) 123-45-67',
  '89000000001 79000000002',
  '1 000 000 ₽',
  '4111111111111112',
  '4111 1111 1111',
  '40817810099910004312',
  '044525225 40817810099910004312',
  '22.11.2026 12:30',
  '4111.1111.1111.1112',
  '2020, 2021, 2022, 2029',
  '2026-11-22T12:30:45',
  'de300000-0000-4000-8002-000000000001',
  '40000000-0000-4000-8002-000000000000',
  '0000 0000 0000 0000',
])('holds none: %j', (text) => {
  expect(hasCardNumber(text)).toBe(false)
})

test('masks the number and nothing else in a text that cannot be rejected', () => {
  expect(withoutCardNumbers('Карта 2200 1234 5678 9019, ½ ночи')).toMatch(/^Карта ••••, /)
  expect(withoutCardNumbers('½ ночи ４')).toBe('½ ночи ４')
})

test('a text with a card number fails the rule with its code', () => {
  const { error } = z.string().check(noCardNumber()).safeParse('4111111111111111')
  expect(error?.issues[0]).toMatchObject({ code: 'custom', params: { code: 'card_number' } })
})

test.each(['Анна\nКим', 'Анна\tКим', 'Анна\u001b[2J', 'Анна\u0000', 'Анна\u2028Ким'])(
  '%j is no name in one line',
  (text) => {
    const { error } = z.string().check(oneLine()).safeParse(text)
    expect(error?.issues[0]).toMatchObject({ code: 'custom', params: { code: 'control_character' } })
  },
)

test.each(['Анна Ким', 'Кафе «У дома», 24/7', 'Пекарня 👩‍🍳'])('%j is', (text) => {
  expect(z.string().check(oneLine()).safeParse(text).success).toBe(true)
})

test('scans no run of digits of a long text more than once for each of its groups', () => {
  expect(hasCardNumber('1 '.repeat(2_000))).toBe(false)
  expect(hasCardNumber('123 '.repeat(1_000))).toBe(false)
})
