import { getProfile, type Profile, type ProfileChanges, updateProfile } from '@portal/contracts/profile'
import { signedIn } from '@portal/shared/session/state/events'
import { useSession } from '@portal/shared/session/store'
import { failures, wrongField } from '@portal/shared/testing/failures'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Component } from './profile-page.tsx'

const berezka = { id: 'r1', name: 'Берёзка', bank: 'Т-Банк', default: true, manager: true }
const bridge = { id: 'r2', name: 'Старый мост', bank: 'Т-Банк', default: false, manager: false }

let profile: Profile
let changes: ProfileChanges[]

beforeEach(() => {
  sessionStorage.clear()
  signedIn({ id: 'u1', name: 'Анна Смирнова' })
  changes = []
  profile = {
    id: 'u1',
    name: 'Анна Смирнова',
    first_name: 'Анна',
    last_name: 'Смирнова',
    about: '',
    tags: ['lang_ru'],
    phone_masked: '+7 (900) •••-••-01',
    photo_url: null,
    goal: { name: 'Отпуск', amount: 50_000, earned: 12_500, since: '2026-11-12T12:04:00+03:00' },
    restaurants: [berezka, bridge],
    created_at: '2026-01-01T12:00:00+03:00',
  }
  stub(getProfile, () => profile)
  stub(updateProfile, ({ body }) => saved(body))
})

function saved(body: ProfileChanges): Profile {
  changes.push(body)
  profile = { ...profile, first_name: body.first_name ?? profile.first_name, name: `${body.first_name} Смирнова` }
  return profile
}

const field = (name: string) => screen.findByRole('textbox', { name })
const save = () => screen.getByRole('button', { name: 'Сохранить' })

// spec: 2.5, 2.95
test('shows the card: goal with progress, restaurants with the role, the masked phone', async () => {
  renderPage(Component)
  expect(await field('Имя')).toHaveValue('Анна')
  expect(screen.getByRole('progressbar', { name: 'Цель «Отпуск»' })).toHaveAttribute('value', '25')
  const restaurants = within(screen.getByRole('region', { name: 'Рестораны' })).getAllByRole('listitem')
  expect(restaurants.map((row) => row.textContent)).toEqual([
    'БерёзкаМенеджер · Делит общие чаевые',
    'Старый мостСотрудник',
  ])
  expect(screen.getByRole('link', { name: /с последними цифрами 01/ })).toHaveAttribute('href', '/settings/phone')
})

// spec: 2.198
test.each([
  [49_999.99, false],
  [50_000, true],
])('shows after %d of 50 000 ₽ whether the goal is reached: %s', async (earned, isReached) => {
  profile = { ...profile, goal: profile.goal && { ...profile.goal, earned } }
  renderPage(Component)
  await field('Имя')
  expect(screen.queryByText(/^Цель достигнута/) !== null).toBe(isReached)
})

// spec: 6.27
test('sends nothing when a saved form is submitted again', async () => {
  const user = userEvent.setup()
  renderPage(Component)
  await user.type(await field('Имя'), '!{Enter}')
  await waitFor(() => expect(changes).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Отменить изменения' })).toBeNull())
  await user.type(await field('Имя'), '{Enter}')
  await user.type(await field('О себе'), 'Бариста')
  await user.click(save())
  await waitFor(() => expect(changes.at(-1)).toEqual({ about: 'Бариста' }))
  expect(changes).toHaveLength(2)
})

test('sends only what was changed, and updates the name in the menu', async () => {
  const user = userEvent.setup()
  renderPage(Component)
  await user.clear(await field('Имя'))
  await user.type(await field('Имя'), 'Анна-Мария')
  await user.click(save())
  await waitFor(() => expect(useSession.getState().user).toEqual({ id: 'u1', name: 'Анна-Мария Смирнова' }))
  expect(changes).toEqual([{ first_name: 'Анна-Мария' }])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Отменить изменения' })).toBeNull())
})

test.for([
  ['Имя', '', 'Введите имя'],
  ['О себе', 'А'.repeat(201), /О себе — не более 200\sсимволов/],
  ['Сумма', '', 'Введите сумму или очистите название'],
  ['Сумма', '200 000 000', 'Сумма — от 1 до 100\u00A0000\u00A0000'],
] as const)('%s «%s» is not saved, and stays: «%s»', async ([name, typed, message]) => {
  const user = userEvent.setup({ delay: null })
  renderPage(Component)
  await user.clear(await field(name))
  await user.click(await field(name))
  await user.paste(typed)
  await user.click(save())
  await waitFor(async () => expect(await field(name)).toHaveAccessibleDescription(message))
  expect(((await field(name)) as HTMLInputElement).value.replaceAll('\u00A0', ' ')).toBe(typed)
  expect(changes).toEqual([])
})

test.for([
  ...failures,
  [wrongField('first_name'), 'Имя — проверьте, что введено'],
  [new ProblemResponse(422, 'photo_unknown', { errors: { photo_url: ['photo_unknown'] } }), 'Загрузите фото ещё раз'],
  [wrongField('goal.amount'), 'Сумма — проверьте, что введено'],
] as const)('%s: «%s»; what was typed stays, and can be saved again', async ([failure, text]) => {
  stub(updateProfile, () => {
    throw failure
  })
  const user = userEvent.setup({ delay: null })
  renderPage(Component)
  await user.type(await field('Имя'), '-Мария')
  await user.click(save())
  expect(await screen.findByText(text)).toBeVisible()
  expect(await field('Имя')).toHaveValue('Анна-Мария')

  stub(updateProfile, ({ body }) => saved(body))
  await user.click(save())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Отменить изменения' })).toBeNull())
  expect(changes).toEqual([{ first_name: 'Анна-Мария' }])
})

test('leaves what was typed after a lost response, also over a reload', async () => {
  stub(updateProfile, () => {
    throw new NetworkError()
  })
  const user = userEvent.setup()
  renderPage(Component)
  await user.type(await field('О себе'), 'Люблю вечерние смены')
  await user.click(save())
  expect(await screen.findByText('Нет соединения с интернетом')).toBeVisible()
  expect(await field('О себе')).toHaveValue('Люблю вечерние смены')
  cleanup()

  renderPage(Component)
  expect(await field('О себе')).toHaveValue('Люблю вечерние смены')
  await user.click(screen.getByRole('button', { name: 'Отменить изменения' }))
  await waitFor(async () => expect(await field('О себе')).toHaveValue(''))
  cleanup()
  renderPage(Component)
  expect(await field('О себе')).toHaveValue('')
})
