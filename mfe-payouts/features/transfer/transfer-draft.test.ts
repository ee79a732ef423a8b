import { expect, test } from 'vitest'
import { transferProblem } from './transfer-draft.ts'

const limits = { max: 75_000, day_limit_left: 150_000 }
const missing = (text: string) => ({ text, isWrong: false })
const wrongSum = (error: string) => ({ text: 'Проверьте сумму', isWrong: true, field: 'amount', error })
const tooLong = { text: 'Сократите комментарий', isWrong: true, field: 'comment' }

test.for([
  [null, null, '', 1250, missing('Выберите, кому перевести')],
  [null, 500, '', 1250, missing('Выберите, кому перевести')],
  ['vera', null, '', 1250, missing('Введите сумму')],
  ['vera', 0, '', 1250, missing('Введите сумму')],
  ['vera', null, '', 0.99, missing('Пока нечего переводить: на балансе меньше рубля')],
  [null, 1251, '', 1250, wrongSum('На балансе только 1\u00A0250\u00A0₽')],
  ['vera', 1252, '', 1250.99, wrongSum('На балансе только 1\u00A0250,99\u00A0₽')],
  ['vera', 1251, '', 1250.99, wrongSum('Сумма\u00A0— в целых рублях: можно 1\u00A0250\u00A0₽')],
  ['vera', 1, '', 0.5, wrongSum('На балансе только 0,50\u00A0₽')],
  ['vera', 1251, 'а'.repeat(101), 1250, wrongSum('На балансе только 1\u00A0250\u00A0₽')],
  ['vera', 500, 'а'.repeat(101), 1250, tooLong],
  [null, null, 'а'.repeat(132), 1250, tooLong],
  ['vera', 500, '👍🏽'.repeat(105), 1250, tooLong],
  ['vera', 500, '👍🏽'.repeat(100), 1250, null],
  ['vera', 500, `${'а'.repeat(100)}  \n`, 1250, null],
  ['vera', 1250, '', 1250, null],
  ['vera', 1, '', 1, null],
] as const)('to %s, %s ₽, «%s», of %s ₽ → %o', ([to, amount, comment, balance, problem]) => {
  expect(transferProblem({ to, amount, comment }, { balance, limits }, false)).toEqual(problem)
})

test.for([
  [75_001, { max: 75_000, day_limit_left: 150_000 }, wrongSum('Максимум за раз\u00A0— 75\u00A0000\u00A0₽')],
  [75_000, { max: 75_000, day_limit_left: 150_000 }, null],
  [501, { max: 75_000, day_limit_left: 500 }, wrongSum('Дневной лимит: сегодня можно перевести ещё 500\u00A0₽')],
  [
    501,
    { max: 75_000, day_limit_left: 500, month_limit_left: 500 },
    wrongSum('Месячный лимит: можно перевести ещё 500\u00A0₽'),
  ],
  [
    null,
    { max: 75_000, day_limit_left: 0, month_limit_left: 0 },
    missing('Месячный лимит исчерпан. Перевести можно будет в следующем месяце'),
  ],
  [null, { max: 75_000, day_limit_left: 0 }, missing('Дневной лимит исчерпан. Перевести можно будет завтра')],
] as const)('%s ₽ of %o → %o', ([amount, limits, problem]) => {
  expect(transferProblem({ to: 'vera', amount, comment: '' }, { balance: 200_000, limits }, false)).toEqual(problem)
})

test('does not disclose the balance while amounts are hidden', () => {
  expect(transferProblem({ to: 'vera', amount: 1251, comment: '' }, { balance: 1250, limits }, true)).toEqual(
    wrongSum('На балансе меньше этой суммы'),
  )
})
