import { sendOtpToUser } from '@portal/contracts/otp'
import { listPasskeys } from '@portal/contracts/passkey'
import { dismissTeamMember, listTeam } from '@portal/contracts/team'
import { signedIn } from '@portal/shared/session/state/events'
import { useSession } from '@portal/shared/session/store'
import { NetworkError, ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { renderPage, testEmployee } from '@portal/shared/testing/render-page'
import { seenText } from '@portal/shared/testing/seen-text'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Component } from './team-page.tsx'
import { member, stubTeam } from './testing/team-server.ts'

const user = userEvent.setup({ delay: null })
const press = (name: string) => user.click(screen.getByRole('button', { name }))

const anna = member({ id: testEmployee.id, name: 'Анна Смирнова', manager: true, phone_last2: '01' })
const boris = member({ name: 'Борис Ким', roles: ['role_waiter', 'role_bartender'] })
const vera = member({ name: 'Вера Новикова', signed_in: false, phone_last2: '03' })

async function rows() {
  const list = await screen.findByRole('list', { name: 'Сотрудники' })
  return within(list).getAllByRole('listitem')
}

const open = async (name: RegExp) => await user.click(await screen.findByRole('button', { name }))

// spec: 2.118
test('lists all employees with the role and whether they have signed in; the user is no button', async () => {
  const blocked = member({ name: 'Глеб', default: true, blocked: true, phone_last2: '09' })
  stubTeam({ members: [anna, boris, vera, blocked] })
  renderPage(Component)
  expect((await rows()).map((row) => seenText(row)?.replace(/^./, ''))).toEqual([
    'Анна СмирноваВыМенеджер · •• 01',
    'Борис КимОфициант, бармен · •• 07',
    'Вера НовиковаЕщё не в портале•• 03',
    'ГлебДоступ закрытДелит общие чаевые · •• 09',
  ])
  expect(within((await rows())[0] as HTMLElement).queryByRole('button')).toBeNull()
})

// spec: 2.122
test('a dismissal follows a question that says what happens to the money', async () => {
  const team = stubTeam({ members: [anna, boris] })
  renderPage(Component)
  await open(/Борис Ким/)
  await user.click(await screen.findByRole('button', { name: 'Убрать из команды' }))
  expect(screen.getByRole('dialog', { name: 'Убрать из команды?' })).toBeVisible()
  expect(screen.getByText(/^Деньги, история и документы останутся у сотрудника/)).toBeVisible()
  await press('Оставить')
  expect(team.members).toHaveLength(2)
  await press('Убрать из команды')
  await press('Убрать')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(async () => expect(await rows()).toHaveLength(1))
})

test('a colleague who was dismissed in the last day can be brought back', async () => {
  stubTeam({ members: [anna], dismissed: [boris] })
  renderPage(Component)
  await user.click(await screen.findByRole('button', { name: 'Вернуть: Борис Ким' }))
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  expect(screen.queryByText('Убраны за сутки')).toBeNull()
})

test('asks for a code where several were dismissed in an hour, and sends it with the dismissal', async () => {
  const team = stubTeam({ members: [anna, boris] })
  const [codesFor, sent]: [unknown[], unknown[]] = [[], []]
  signedIn({ id: 'u1', name: 'Анна Смирнова' })
  stub(listPasskeys, () => ({ items: [] }))
  stub(sendOtpToUser, ({ body }) => {
    codesFor.push(body)
    return { expires_in: 300, resend_in: 60, digits: 6, phone_masked: '+7 (900) •••-••-01' }
  })
  stub(dismissTeamMember, ({ body }) => {
    sent.push(body)
    if (!body) throw new ProblemResponse(422, 'confirmation_required')
    team.members = [anna]
    return undefined
  })
  renderPage(Component)
  await open(/Борис Ким/)
  await user.click(await screen.findByRole('button', { name: 'Убрать из команды' }))
  await press('Убрать')
  await user.type(await screen.findByLabelText(/Код/), '123456')
  await press('Убрать')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(codesFor).toEqual([{ purpose: 'dismissal', employee_id: boris.id }])
  expect(sent).toEqual([undefined, { code: '123456' }])
  expect(await rows()).toHaveLength(1)
})

test('a dismissal whose response comes late closes no sheet but its own', async () => {
  const team = stubTeam({ members: [anna, boris, vera] })
  const response = Promise.withResolvers<undefined>()
  stub(dismissTeamMember, () => {
    team.members = [anna, vera]
    return response.promise
  })
  renderPage(Component)
  await open(/Борис Ким/)
  await user.click(await screen.findByRole('button', { name: 'Убрать из команды' }))
  await press('Убрать')
  await user.keyboard('{Escape}')
  await open(/Вера Новикова/)
  await screen.findByRole('dialog', { name: 'Вера Новикова' })
  response.resolve(undefined)
  await waitFor(() => expect(screen.queryByText('Борис Ким')).toBeNull())
  await waitFor(() => expect(useSession.getState().toasts.at(-1)?.text).toBe('Сотрудник убран из команды'))
  expect(screen.getByRole('dialog', { name: 'Вера Новикова' })).toBeVisible()
})

test('a sheet that was closed before a code was asked for opens with its details again', async () => {
  stubTeam({ members: [anna, boris] })
  const response = Promise.withResolvers<undefined>()
  stub(dismissTeamMember, () => response.promise)
  renderPage(Component)
  await open(/Борис Ким/)
  await user.click(await screen.findByRole('button', { name: 'Убрать из команды' }))
  await press('Убрать')
  await user.keyboard('{Escape}')
  response.reject(new ProblemResponse(422, 'confirmation_required'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await open(/Борис Ким/)
  expect(await screen.findByRole('button', { name: 'Убрать из команды' })).toBeVisible()
})

test.each([
  [new NetworkError(), /Нет соединения|недоступен|ещё раз/],
  [new ProblemResponse(409, 'default_protected'), /^Этот сотрудник делит общие чаевые/],
])('shows that a colleague was not dismissed, and asks again', async (failure, text) => {
  const team = stubTeam({ members: [anna, boris] })
  stub(dismissTeamMember, () => {
    throw failure
  })
  renderPage(Component)
  await open(/Борис Ким/)
  await user.click(await screen.findByRole('button', { name: 'Убрать из команды' }))
  await press('Убрать')
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Убрать' })).toBeVisible()
  expect(team.members).toHaveLength(2)
})

test.each([
  [{ manager: true }, /^Менеджера назначает/],
  [{ default: true }, /^Этот сотрудник делит/],
])('explains who is not dismissed here: %o', async (role, text) => {
  stubTeam({ members: [anna, { ...boris, ...role }] })
  renderPage(Component)
  await open(/Борис Ким/)
  expect(await screen.findByText(text)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Убрать из команды' })).toBeNull()
})

test('a list that does not load leaves the invitations usable', async () => {
  stubTeam()
  stub(listTeam, () => {
    throw new ProblemResponse(400, 'malformed')
  })
  renderPage(Component)
  expect(await screen.findByText('Не удалось загрузить данные')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Пригласить' })).toBeVisible()
})
