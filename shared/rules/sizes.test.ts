// spec: 7.4

import { between, length, max, min, number } from './sizes.ts'
import { testRules, untyped } from './testing/rule-table.ts'

testRules({
  'min of a number': {
    rule: min(1000),
    good: [1000, 1000.5, '1000', ...untyped],
    bad: [999, 0, -1000, '999.99'],
    ru: 'Поле — не менее 1 000',
    en: 'Поле must be at least 1,000.',
  },
  'min of a text': {
    rule: min(3),
    good: ['три', '3', ...untyped],
    bad: ['да'],
    ru: 'Поле — не менее 3 символов',
    en: 'Поле must be at least 3 characters.',
  },
  'min of a list': {
    rule: min(2),
    good: [['а', 'б'], []],
    bad: [['а']],
    ru: 'Поле — выберите не менее 2',
    en: 'Поле must have at least 2 items.',
  },
  'min of what has no size': {
    rule: min(1),
    good: [],
    bad: [{}, true],
    ru: 'Поле — не менее 1 символа',
    en: 'Поле must be at least 1 character.',
  },
  'max of a number': {
    rule: max(10),
    good: [10, -11, '10', ...untyped],
    bad: [11, 10.01, '11', Infinity],
    ru: 'Поле — не более 10',
    en: 'Поле must be no more than 10.',
  },
  'max of a text': {
    rule: max(21),
    good: ['а'.repeat(21), ...untyped],
    bad: ['а'.repeat(22)],
    ru: 'Поле — не более 21 символа',
    en: 'Поле must be no more than 21 characters.',
  },
  'max of a list': {
    rule: max(1),
    good: [['а'], []],
    bad: [['а', 'б']],
    ru: 'Поле — выберите не более 1',
    en: 'Поле must have no more than 1 item.',
  },
  length: {
    rule: length(2, 4),
    good: ['да', '1234', '👍🏽👍🏽👍🏽👍🏽', ['а', 'б'], ...untyped],
    bad: ['я', 'пятый', '12345', 123, {}, '👍🏽'],
    ru: 'Поле — от 2 до 4 символов',
    en: 'Поле must be between 2 and 4 characters.',
  },
  'length of a list': {
    rule: length(2, 4),
    good: [['а', 'б'], []],
    bad: [['а']],
    ru: 'Поле — выберите от 2 до 4',
    en: 'Поле must have between 2 and 4 items.',
  },
  'length without an end': {
    rule: length(8),
    good: ['12345678', 'а'.repeat(1000)],
    bad: ['1234567'],
    ru: 'Поле — не менее 8 символов',
    en: 'Поле must be at least 8 characters.',
  },
  'length without a start': {
    rule: length(0, 1),
    good: ['я', ''],
    bad: ['да'],
    ru: 'Поле — не более 1 символа',
    en: 'Поле must be no more than 1 character.',
  },
  'one length': {
    rule: length(2, 2),
    good: ['да'],
    bad: ['я', 'нет'],
    ru: 'Поле — ровно 2 символа',
    en: 'Поле must be exactly 2 characters.',
  },
  'between of a number': {
    rule: between(100, 75_000),
    good: [100, 75_000, '500', ...untyped],
    bad: [99, 75_001, '99.9'],
    ru: 'Поле — от 100 до 75 000',
    en: 'Поле must be between 100 and 75,000.',
  },
  'between of a text': {
    rule: between(2, 3),
    good: ['да', '2'],
    bad: ['я', 'четыре'],
    ru: 'Поле — от 2 до 3 символов',
    en: 'Поле must be between 2 and 3 characters.',
  },
  number: {
    rule: number(),
    good: [0, -1.5, '12', '1,5', '-1.5', ...untyped],
    bad: ['12 рублей', ' ', '1e3', '0x10', 'Infinity', {}, true],
    ru: 'Поле — введите число',
    en: 'Поле must be a number.',
  },
})
