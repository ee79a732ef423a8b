import type { SharingWay } from '@portal/contracts/shares'
import { expect, test } from 'vitest'
import { sharingOrder, toParts } from './parts.ts'
import type { SharingDraft } from './sharing-draft.ts'
import { sharingProblem } from './sharing-problem.ts'

const colleagues = ['Борис Ким', 'Вера Новикова', 'Глеб Орлов'].map((name, index) => ({
  ...{ id: `${index}`, name, photo_url: null, roles: [], manager: false, phone_last2: `0${index}` },
}))
const limits = { max: 75_000, day_limit_left: 150_000 }

function toDraft(way: SharingWay, amount: number | null, weights: readonly string[]): SharingDraft {
  return { way, amount, members: weights.map((weight, index) => ({ id: `${index}`, weight })), comment: '' }
}
function draftProblem(draft: SharingDraft, balance = 10_000) {
  return sharingProblem(draft, toParts(draft, colleagues), { balance, limits }, false)
}
const missing = (text: string) => ({ text, isWrong: false })
const wrong = (text: string) => ({ text, isWrong: true })
const wrongSum = (error: string) => ({ text: 'Проверьте сумму', isWrong: true, field: 'amount', error })

test.for([
  ['equal', 1000, ['', ''], null],
  ['equal', 1000, [''], missing('Выберите хотя бы двух сотрудников')],
  ['equal', null, ['', ''], missing('Введите сумму')],
  ['equal', 10_001, ['', ''], wrongSum('На балансе только 10\u00A0000\u00A0₽')],
  ['equal', 2, ['', '', ''], wrong('Каждому\u00A0— не меньше 1\u00A0₽: Борис Ким получает 0,67\u00A0₽')],
  ['hours', 1000, ['8', '7,5', '4.5'], null],
  ['hours', 1000, ['8', ''], missing('Укажите часы: Вера Новикова')],
  ['hours', 1000, ['8', '0'], wrong('Проверьте часы: Вера Новикова')],
  ['hours', 1000, ['8', '7,33'], wrong('Проверьте часы: Вера Новикова')],
  ['hours', 1000, ['8', 'семь'], wrong('Проверьте часы: Вера Новикова')],
  ['hours', 100, ['100', '0,5'], wrong('Каждому\u00A0— не меньше 1\u00A0₽: Вера Новикова получает 0,50\u00A0₽')],
  ['percent', 1000, ['50', '50'], null],
  ['percent', 1000, ['50', '30,5'], missing('Осталось разделить 19,5\u00A0%')],
  ['percent', 1000, ['50', '60'], wrong('Процентов больше 100: уберите 10\u00A0%')],
  ['percent', 1000, ['100', ''], missing('Укажите проценты: Вера Новикова')],
] as const)('%s, %s ₽, %j → %j', ([way, amount, weights, problem]) => {
  expect(draftProblem(toDraft(way, amount, weights))).toEqual(problem)
})

test('more than fifty colleagues are too many', () => {
  const team = Array.from(
    { length: 51 },
    (_, index) => ({ ...colleagues[0], id: `${index}` }) as (typeof colleagues)[0],
  )
  const members = team.map(({ id }) => ({ id, weight: '' }))
  const draft: SharingDraft = { way: 'equal', amount: 1000, members, comment: '' }
  expect(sharingProblem(draft, toParts(draft, team), { balance: 10_000, limits }, false)).toEqual(
    wrong('За раз\u00A0— не больше 50 сотрудников'),
  )
})

test('the order lists the parts as the list of colleagues does, whatever was chosen first, and leaves out who has left', () => {
  const members = ['2', 'gone', '0', '1'].map((id) => ({ id, weight: '' }))
  const draft: SharingDraft = { way: 'equal', amount: 100, members, comment: ' Банкет ' }
  expect(sharingOrder('berezka', draft, toParts(draft, colleagues))).toEqual({
    ...{ kind: 'sharing', rest_id: 'berezka', way: 'equal', amount: 100, comment: 'Банкет' },
    shares: [
      { recipient_employee_id: '0', amount: 33.34 },
      { recipient_employee_id: '1', amount: 33.33 },
      { recipient_employee_id: '2', amount: 33.33 },
    ],
  })
})
