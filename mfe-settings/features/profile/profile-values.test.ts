import { expect, test } from 'vitest'
import { ProfileValues, toProfileChanges } from './profile-values.ts'

const saved: ProfileValues = {
  photo_url: null,
  first_name: 'Анна',
  last_name: 'Смирнова',
  about: '',
  tags: ['lang_ru'],
  goal_name: '',
  goal_amount: null,
}

test.for<[Partial<ProfileValues>, object]>([
  [{}, {}],
  [{ first_name: 'Анна-Мария' }, { first_name: 'Анна-Мария' }],
  [{ tags: ['lang_ru', 'lang_en'] }, { tags: ['lang_ru', 'lang_en'] }],
  [{ photo_url: '/uploads/a.png' }, { photo_url: '/uploads/a.png' }],
  [{ goal_name: 'Отпуск', goal_amount: 50_000 }, { goal: { name: 'Отпуск', amount: 50_000 } }],
])('%j is sent as %j', ([typed, sent]) => {
  expect(toProfileChanges(saved, { ...saved, ...typed })).toEqual(sent)
})

test('sends a goal whole when only its sum has changed, and a cleared one as null', () => {
  const withGoal = { ...saved, goal_name: 'Отпуск', goal_amount: 50_000 }
  expect(toProfileChanges(withGoal, { ...withGoal, goal_amount: 60_000 })).toEqual({
    goal: { name: 'Отпуск', amount: 60_000 },
  })
  expect(toProfileChanges(withGoal, saved)).toEqual({ goal: null })
})

test.for<[Partial<ProfileValues>, string[]]>([
  [{ first_name: '  ' }, ['Введите имя']],
  [{ goal_name: 'Отпуск' }, ['Введите сумму или очистите название']],
  [{ goal_amount: 100 }, ['Назовите цель или очистите сумму']],
  [{ goal_name: 'Отпуск', goal_amount: 100 }, []],
])('%j: %j', ([typed, messages]) => {
  const { error } = ProfileValues.safeParse({ ...saved, ...typed })
  expect(error?.issues.map(({ message }) => message) ?? []).toEqual(messages)
})
