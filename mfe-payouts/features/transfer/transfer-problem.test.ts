import { expect, test } from 'vitest'
import { closedBecause } from './transfer-problem.ts'

test.for([
  [null, null, 1250, 'Выберите, кому перевести'],
  [null, 500, 1250, 'Выберите, кому перевести'],
  ['vera', null, 1250, 'Введите сумму'],
  ['vera', 0, 0, 'Введите сумму'],
  [null, 1251, 1250, 'Недостаточно средств: доступно 1\u00A0250\u00A0₽'],
  ['vera', 1251, 1250.99, 'Недостаточно средств: доступно 1\u00A0250,99\u00A0₽'],
  ['vera', 1250, 1250, null],
  ['vera', 1, 1, null],
] as const)('to %s, %s ₽ of %s ₽ → %s', ([to, amount, balance, reason]) => {
  expect(closedBecause({ to, amount }, balance, false)).toBe(reason)
})
