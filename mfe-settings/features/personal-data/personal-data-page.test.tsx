import { getOwnPhone } from '@portal/contracts/password'
import { deleteAccount, exportPersonalData, type PersonalData } from '@portal/contracts/personal-data'
import { signedIn } from '@portal/shared/session/state/events'
import { useSession } from '@portal/shared/session/store'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Component } from './personal-data-page.tsx'

const data: PersonalData = {
  exported_at: '2026-11-20T12:04:00Z',
  account: {
    id: 'u1',
    created_at: '2026-11-01T12:04:00Z',
    first_name: 'Анна',
    last_name: 'Смирнова',
    phone: '+79000000001',
    about: '',
    tags: [],
    photo_url: null,
    goal: null,
  },
  documents: [],
  restaurants: [],
  payout_methods: [],
  passkeys: [],
  sessions: [],
  devices: [],
}

const user = userEvent.setup({ delay: null })
const press = (name: string) => user.click(screen.getByRole('button', { name }))

let saved: { name: string; text: Promise<string> }[]
beforeEach(() => {
  saved = []
  signedIn({ id: 'u1', name: 'Анна' })
  stub(getOwnPhone, () => ({ phone_number: '+79000000001' }))
  let blob = new Blob()
  URL.createObjectURL = (object) => {
    blob = object as Blob
    return 'blob:file'
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, text: blob.text() })
  })
})
afterEach(() => void vi.restoreAllMocks())

// spec: 2.114
test('saves all data of the user as a file', async () => {
  stub(exportPersonalData, () => data)
  renderPage(Component)
  await press('Скачать мои данные')
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toMatch(/^Чаевые, мои данные, \d\d\.\d\d\.\d{4}\.json$/)
  expect(JSON.parse((await saved[0]?.text) ?? '')).toEqual(data)
})

test('shows that the file could not be loaded', async () => {
  stub(exportPersonalData, () => {
    throw new ProblemResponse(400, 'bad_request')
  })
  renderPage(Component)
  await press('Скачать мои данные')
  expect(await screen.findByText('Не удалось скачать файл')).toBeVisible()
  expect(saved).toEqual([])
})

async function confirm(password: string) {
  await user.clear(screen.getByLabelText('Текущий пароль'))
  await user.type(screen.getByLabelText('Текущий пароль'), password)
  await press('Удалить')
}

// spec: 2.115
test('deletes the account by the password, and ends the session', async () => {
  stub(deleteAccount, ({ body }) => {
    if (body.current_password === 'right') return undefined
    throw new ProblemResponse(422, 'wrong_password', { errors: { current_password: ['wrong_password'] } })
  })
  renderPage(Component)
  await press('Удалить аккаунт')
  await screen.findByRole('dialog', { name: 'Удалить аккаунт?' })
  await confirm('wrong')
  expect(await screen.findByText('Текущий пароль указан неверно')).toBeVisible()
  await confirm('right')
  await waitFor(() => expect(useSession.getState().user).toBeNull())
})

test.each([
  ['leaves_rest', 'rest_left', 'Отказываюсь от остатка на балансе'],
  ['leaves_debt', 'debt_left', /^Долг останется за моим номером/],
] as const)('needs the consent of the user: %s', async (field, code, label) => {
  const sent: (boolean | undefined)[] = []
  stub(deleteAccount, ({ body }) => {
    sent.push(body[field])
    if (body[field]) return undefined
    throw new ProblemResponse(409, code)
  })
  renderPage(Component)
  await press('Удалить аккаунт')
  await screen.findByRole('dialog')
  expect(screen.queryByRole('checkbox')).toBeNull()
  await confirm('right')
  await user.click(await screen.findByRole('checkbox', { name: label }))
  await press('Удалить')
  await waitFor(() => expect(useSession.getState().user).toBeNull())
  expect(sent).toEqual([false, true])
})

test.each([
  ['balance_left', /^На балансе или к зачислению есть деньги/],
  ['payout_in_progress', /ещё не завершён/],
])('explains why the account is not deleted: %s', async (code, text) => {
  stub(deleteAccount, () => {
    throw new ProblemResponse(409, code)
  })
  renderPage(Component)
  await press('Удалить аккаунт')
  await screen.findByRole('dialog')
  await confirm('right')
  expect(await screen.findByText(text)).toBeVisible()
  expect(useSession.getState().user).not.toBeNull()
})
