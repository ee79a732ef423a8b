import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { withLabel } from './rule.ts'
import { errorMessages, testRules, untyped } from './testing/rule-table.ts'
import { confirm, is, not, required } from './values.ts'

testRules({
  required: {
    rule: required(),
    good: ['а', ' ', 0, true, ['а'], new Date()],
    bad: ['', null, undefined, false, []],
    ru: 'Поле — обязательное поле',
    en: 'Поле is required.',
  },
  is: {
    rule: is(['мир', 5, { город: 'Омск' }, ['а']]),
    good: ['мир', 5, { город: 'Омск' }, ['а'], ...untyped],
    bad: ['Мир', '5', { город: 'Тула' }, ['а', 'б']],
    ru: 'Поле — выберите из предложенного',
    en: 'Поле is not an allowed value.',
  },
  not: {
    rule: not(['admin', 0]),
    good: ['Admin', '0', 1, ...untyped],
    bad: ['admin'],
    ru: 'Поле — «admin» не подойдёт, введите другое',
    en: '“admin” is not an allowed Поле.',
  },
  confirm: {
    rule: confirm('repeat', 'password'),
    good: [{ password: 'секрет', repeat: 'секрет' }, { password: '', repeat: '' }, {}],
    bad: [{ password: 'секрет', repeat: 'Секрет' }, { password: '1', repeat: 1 }, { password: 'секрет' }],
    ru: 'Поле — не совпадает, введите ещё раз',
    en: 'Поле does not match.',
  },
})

test('prefers the form’s own text', () => {
  expect(errorMessages(required('Введите имя'), '')).toEqual(['Введите имя'])
  expect(errorMessages(not(['Аноним'], 'Назовите имя'), 'Аноним')).toEqual(['Назовите имя'])
})

test('inserts the label into a rule’s text without its part in brackets', () => {
  expect(withLabel('{label} — обязательное поле', 'Цена, $& (необязательно)')).toBe('Цена, $& — обязательное поле')
})

// spec: 7.4
test('marks a different repeat at its own field, also while another one is wrong', () => {
  const NewPassword = z
    .object({ password: z.string().check(required()), repeat: z.string() })
    .check(confirm('repeat', 'password'))
  const { error } = NewPassword.safeParse({ password: '', repeat: 'секрет' })
  expect(error?.issues.map(({ path }) => path)).toEqual([['password'], ['repeat']])
})
