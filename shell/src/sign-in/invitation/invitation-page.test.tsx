import { acceptInvitation, getInvitation, joinRestaurant } from '@portal/contracts/invitation'
import { useSession } from '@portal/shared/session/store'
import { failures } from '@portal/shared/testing/failures'
import { NetworkError, stub } from '@portal/shared/testing/http-stub'
import { screen, waitFor } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { openInvitation } from '../../testing/open-invitation.ts'
import { mostNotDefault, openPortal } from '../../testing/open-portal.tsx'
import { atHome, labelled, press, register, rejectWith, test, user } from './testing/invitation-test.ts'

// Federation needs a browser and a build, so the tests provide the page that it would load.
vi.mock('../../remotes/load-page.ts', () => ({
  loadPage: async (_: string, path: string) => ({ Component: () => <h2>Страница {path}</h2> }),
  loadPageAhead: () => {},
}))

// spec: 2.53
test.each([
  [404, 'not_found'],
  [410, 'invitation_expired'],
  [410, 'invitation_used'],
])('%i %s: what to do instead', async (status, code) => {
  stub(getInvitation, rejectWith(status, code))
  openPortal('/i/WELCOME', null)
  expect(await screen.findByText('Приглашение не найдено или устарело')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Войти' })).toHaveAttribute('href', '/login')
})

// spec: 2.53
test('the invitation page leads a signed-in user home from an expired invitation', async () => {
  stub(getInvitation, rejectWith(410, 'invitation_expired'))
  openPortal('/i/WELCOME')
  await user.click(await screen.findByRole('link', { name: 'На главную' }))
  await atHome()
})

// spec: 2.54
test('the invitation page shows an employee of the restaurant that they work there already, and leads home', async ({
  server,
}) => {
  stub(getInvitation, () => ({ ...openInvitation, already_employed: true }))
  openPortal('/i/WELCOME')
  expect(await screen.findByText('Вы уже работаете в ресторане «Старый мост»')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Добавить ресторан' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'На главную' }))
  await atHome()
  expect(server.joined).toEqual([])
})

// spec: 2.54
test('the invitation page leads the owner of a registered phone who works there already to signing in, and adds nothing', async ({
  server,
}) => {
  const errors = { phone_number: ['phone_registered', 'already_employed'] }
  stub(acceptInvitation, rejectWith(409, 'phone_registered', { errors }))
  await register()
  expect(await screen.findByText('У вас уже есть аккаунт, и вы уже работаете в ресторане «Старый мост»')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Войти' }))
  await user.type(await labelled('Телефон'), '9000000001')
  await user.type(await labelled('Пароль'), 'old-password')
  await press('Войти')
  await atHome()
  expect(server.joined).toEqual([])
})

test('the invitation page offers to load an invitation again that did not load', async () => {
  stub(getInvitation, rejectWith(429, 'too_often', { retry_after: 60 }))
  openPortal('/i/WELCOME', null)
  expect(await screen.findByText('Не удалось загрузить данные')).toBeVisible()
  stub(getInvitation, () => openInvitation)
  await press('Повторить')
  expect(await screen.findByRole('heading', { name: 'Старый мост' })).toBeVisible()
})

test('the invitation page adds the restaurant after the owner of a registered phone has signed in', async ({
  server,
}) => {
  stub(acceptInvitation, rejectWith(409, 'phone_registered', { errors: { phone_number: ['phone_registered'] } }))
  await register()
  expect(await screen.findByText('У вас уже есть аккаунт — войдите, чтобы добавить ресторан')).toBeVisible()
  await user.click(screen.getByRole('link', { name: 'Войти' }))
  await user.type(await labelled('Телефон'), '9000000001')
  await user.type(await labelled('Пароль'), 'old-password')
  await press('Войти')
  await atHome()
  expect(server.joined).toEqual(['WELCOME'])
  expect(useSession.getState().currentEmployee).toEqual(mostNotDefault)
})

test('the invitation page asks a signed-in user to confirm first', async ({ server }) => {
  openPortal('/i/WELCOME')
  expect(await screen.findByText('Вы вошли как Анна Смирнова')).toBeVisible()
  expect(server.joined).toEqual([])
  await press('Добавить ресторан')
  await atHome()
  expect(server.joined).toEqual(['WELCOME'])
  await waitFor(() => expect(useSession.getState().currentEmployee).toEqual(mostNotDefault))
})

test.each([
  ['a newcomer', register, 'Приглашение для другого номера. Укажите тот, на который его прислали'],
  [
    'a signed-in user',
    async () => {
      openPortal('/i/WELCOME')
      await press('Добавить ресторан')
    },
    'Приглашение для другого номера. Выйдите и войдите с тем, на который его прислали',
  ],
])('the invitation page tells %s that a personal invitation is for another phone', async (_, accept, text) => {
  const rejection = rejectWith(422, 'invitation_of_another', { errors: { phone_number: ['invitation_of_another'] } })
  stub(acceptInvitation, rejection)
  stub(joinRestaurant, rejection)
  await accept()
  expect(await screen.findByText(text)).toBeVisible()
})

test('the invitation page shows that the user has the restaurant already', async () => {
  stub(joinRestaurant, rejectWith(409, 'already_employed'))
  openPortal('/i/WELCOME')
  await press('Добавить ресторан')
  expect(await screen.findByText('Вы уже работаете в ресторане «Старый мост»')).toBeVisible()
})

test('the invitation page tells a dismissed user who can bring them back', async () => {
  stub(joinRestaurant, rejectWith(409, 'employee_dismissed'))
  openPortal('/i/WELCOME')
  await press('Добавить ресторан')
  expect(await screen.findByText(/^Вас убрали из команды этого ресторана/)).toBeVisible()
})

test('the invitation page leads to login and back when the session has ended', async () => {
  stub(joinRestaurant, rejectWith(401, 'no_session'))
  openPortal('/i/WELCOME')
  await press('Добавить ресторан')
  expect(await screen.findByRole('heading', { level: 1, name: 'Вход' })).toBeVisible()
  expect(location.search).toBe('?back=%2Fi%2FWELCOME')
})

test.for(failures)('%s: offers to join again', async ([failure, text]) => {
  stub(joinRestaurant, () => {
    throw failure
  })
  openPortal('/i/WELCOME')
  await press('Добавить ресторан')
  expect(await screen.findByText(text)).toBeVisible()

  stub(joinRestaurant, () => mostNotDefault)
  await press('Добавить ресторан')
  await atHome()
})

test('the invitation page reports the joining on the next attempt when the response to the first was lost', async () => {
  stub(joinRestaurant, () => {
    throw new NetworkError()
  })
  openPortal('/i/WELCOME')
  await press('Добавить ресторан')
  await screen.findByText('Нет соединения с интернетом')
  stub(joinRestaurant, rejectWith(409, 'already_employed'))
  await press('Добавить ресторан')
  expect(await screen.findByText('Вы уже работаете в ресторане «Старый мост»')).toBeVisible()
})
