// spec: 7.4

import { testRules, untyped } from './testing/rule-table.ts'
import { alpha, alpha_numeric, alpha_spaces, email, ends_with, matches, starts_with, url } from './texts.ts'

testRules({
  email: {
    rule: email(),
    good: ['name@example.ru', 'a.b+c@mail.example.ru', 'почта@пример.рф', ...untyped],
    bad: ['name', 'name@', '@example.ru', 'name@example', 'a b@example.ru', 'a..b@example.ru', 'a@b@example.ru', 7],
    ru: 'Поле — введите адрес почты, например name@example.ru',
    en: 'Поле must be a valid email address.',
  },
  url: {
    rule: url(),
    good: ['https://example.ru', 'http://пример.рф/меню?стол=7#суп', 'HTTPS://EXAMPLE.RU:8080', ...untyped],
    bad: ['example.ru', 'https://', 'ftp://example.ru', 'javascript:alert(1)', 'слова', 7],
    ru: 'Поле — введите адрес сайта, например https://example.ru',
    en: 'Поле must be a valid URL.',
  },
  matches: {
    rule: matches([/^\d{4}$/, 'нет']),
    good: ['1234', 1234, 'нет', ...untyped],
    bad: ['123', 'нет!'],
    ru: 'Поле — проверьте, что введено',
    en: 'Поле is not an allowed value.',
  },
  starts_with: {
    rule: starts_with(['+7', '8']),
    good: ['+7999', '8999', 8999, ...untyped],
    bad: ['7999', ' 8'],
    ru: 'Поле — начните с «+7» или «8»',
    en: 'Поле must start with “+7” or “8”.',
  },
  ends_with: {
    rule: ends_with(['.ru', '.su', '.рф']),
    good: ['example.ru', 'пример.рф', ...untyped],
    bad: ['example.com', '.ru.'],
    ru: 'Поле — закончите на «.ru», «.su» или «.рф»',
    en: 'Поле must end with “.ru”, “.su”, or “.рф”.',
  },
  alpha: {
    rule: alpha(),
    good: ['Ёлка', 'Müller', 'и\u0306', ...untyped],
    bad: ['Анна 2', 'Анна Смирнова', 'Анна-Мария', 7],
    ru: 'Поле — используйте только буквы',
    en: 'Поле can only contain letters.',
  },
  alpha_numeric: {
    rule: alpha_numeric(),
    good: ['Стол7', 7, ...untyped],
    bad: ['Стол 7', 'стол_7'],
    ru: 'Поле — используйте только буквы и цифры',
    en: 'Поле can only contain letters and numbers.',
  },
  alpha_spaces: {
    rule: alpha_spaces(),
    good: ['Анна Смирнова', ...untyped],
    bad: ['Стол 7', 'Анна-Мария'],
    ru: 'Поле — используйте только буквы и пробелы',
    en: 'Поле can only contain letters and spaces.',
  },
})
