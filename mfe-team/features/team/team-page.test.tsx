import { inviteToTeam, revokeTeamInvitation, sendTeamInvitation } from '@portal/contracts/team'
import { useSession } from '@portal/shared/session/store'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Component } from './team-page.tsx'
import { invitation, member, stubTeam } from './testing/team-server.ts'

const user = userEvent.setup({ delay: null })
const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
const listed = (name: string) => screen.queryByRole('list', { name })?.textContent ?? ''

afterEach(() => void vi.restoreAllMocks())

async function openNew() {
  await user.click(await screen.findByRole('button', { name: 'Пригласить' }))
  await screen.findByRole('dialog', { name: 'Пригласить коллегу' })
}

async function openSms(phone: string, name = '') {
  await openNew()
  await user.click(screen.getByRole('radio', { name: 'По СМС' }))
  await user.type(await screen.findByLabelText('Телефон'), phone)
  if (name) await user.type(screen.getByLabelText('Имя'), name)
}

async function choose(field: string, option: string) {
  await user.click(screen.getByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}

// spec: 2.119
test('makes a link for several people, shows it with its QR code, and lists it', async () => {
  stubTeam()
  renderPage(Component)
  await openNew()
  await choose('Сколько человек войдёт', 'До 5 человек')
  await press('Создать ссылку')
  const made = await screen.findByRole('dialog', { name: 'Приглашение готово' })
  expect(made).toBeVisible()
  await waitFor(() => expect(made).toHaveFocus())
  expect(await screen.findByRole('img', { name: 'QR-код ссылки' })).toBeVisible()
  expect(screen.getByText('https://tips.example/i/abcdefghijklmnop')).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(listed('Открытые приглашения')).toContain('Ссылка для 5\u00A0человек'))

  await openNew()
  expect(screen.getByRole('combobox', { name: 'Сколько человек войдёт' })).toHaveTextContent('Один человек')
})

test('lists who has joined by the QR code while it was shown', async () => {
  const team = stubTeam({ invitations: [invitation()] })
  renderPage(Component)
  await user.click(await screen.findByRole('button', { name: /Ссылка для 1/ }))
  await screen.findByRole('img', { name: 'QR-код ссылки' })
  team.members.push(member({ name: 'Глеб Орлов' }))
  team.invitations = []
  await user.keyboard('{Escape}')
  expect(await screen.findByText('Глеб Орлов')).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Открытые приглашения' })).toBeNull())
})

test('lists a link whose response was lost', async () => {
  const team = stubTeam()
  stub(inviteToTeam, () => {
    team.invitations = [invitation()]
    throw new ProblemResponse(503, 'unavailable')
  })
  renderPage(Component)
  await openNew()
  await press('Создать ссылку')
  expect(await screen.findByText(/^Портал временно не работает/)).toBeVisible()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(listed('Открытые приглашения')).toContain('Ссылка для 1'))
})

test('the button copies the link, or the page says that it has to be copied by hand', async () => {
  const copied: string[] = []
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  stubTeam({ invitations: [invitation()] })
  renderPage(Component)
  await user.click(await screen.findByRole('button', { name: /Ссылка для 1/ }))
  await user.click(await screen.findByRole('button', { name: 'Скопировать' }))
  expect(copied).toEqual(['https://tips.example/i/abcdefghijklmnop'])
  expect(screen.queryByRole('alert')).toBeNull()
  write.mockRejectedValue(new DOMException('', 'NotAllowedError'))
  await press('Скопировать')
  expect(await screen.findByRole('alert')).toHaveTextContent('Выделите ссылку и скопируйте её')
})

test('an open link has a page for the wall of the staff room; the invitation of one phone has none', async () => {
  const personal = invitation({ id: 'i2', phone_masked: '+7 (916) •••-••-07' })
  stubTeam({ invitations: [invitation(), personal] })
  renderPage(Component)
  await user.click(await screen.findByRole('button', { name: /Ссылка для 1/ }))
  expect(await screen.findByRole('button', { name: 'Распечатать' })).toBeVisible()
  const poster = screen.getByRole('article', { hidden: true })
  expect(poster).toHaveTextContent('Команда «Берёзка», это для вас')
  expect(within(poster).getByRole('img', { name: 'QR-код ссылки', hidden: true })).toBeInTheDocument()
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: /с последними цифрами 07/ }))
  await screen.findByRole('button', { name: 'Скопировать' })
  expect(screen.queryByRole('button', { name: 'Распечатать' })).toBeNull()
})

// spec: 2.120
test('sends a link by SMS to a phone, and the list has the name', async () => {
  const team = stubTeam()
  renderPage(Component)
  await openSms('9160000007', 'Глеб Орлов')
  // The browser would offer the manager's own.
  for (const field of ['Телефон', 'Имя']) expect(screen.getByLabelText(field)).toHaveAttribute('autocomplete', 'off')
  await press('Отправить СМС')
  expect(await screen.findByText('СМС со ссылкой отправлено на +7 (916) •••-••-07')).toBeVisible()
  expect(team.messages).toEqual(['i1'])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(listed('Открытые приглашения')).toContain('Глеб Орлов'))
})

// spec: 2.120
test('after a message that was not sent another attempt sends the same invitation', async () => {
  const team = stubTeam()
  const { messages } = team
  let fails = true
  stub(sendTeamInvitation, ({ params }) => {
    if (fails) throw new ProblemResponse(503, 'sms_unavailable')
    messages.push(params.id)
    return undefined
  })
  renderPage(Component)
  await openSms('9160000007')
  await press('Отправить СМС')
  expect(await screen.findByText(/^СМС не ушло\. Приглашение уже есть в списке/)).toBeVisible()
  expect(screen.getByLabelText<HTMLInputElement>('Телефон').value).toBe('+7 (916) 000-00-07')
  fails = false
  await press('Отправить СМС')
  expect(await screen.findByText(/^СМС со ссылкой отправлено/)).toBeVisible()
  expect(messages).toEqual(['i1'])
  expect(team.invitations).toHaveLength(1)
})

test.each([
  [409, 'already_employed', /уже в команде/],
  [409, 'employee_dismissed', /Вернуть его в команду может поддержка/],
  [429, 'too_often', /^Слишком много попыток/],
])('shows why no one is invited: %i %s', async (status, code, text) => {
  stubTeam()
  stub(inviteToTeam, () => {
    throw new ProblemResponse(status, code, { retry_after: 60 })
  })
  renderPage(Component)
  await openSms('9160000007')
  await press('Отправить СМС')
  expect(await screen.findByText(text)).toBeVisible()
})

test('an invitation by SMS needs a whole phone', async () => {
  const team = stubTeam()
  renderPage(Component)
  await openSms('916')
  await press('Отправить СМС')
  expect(await screen.findByText('Введите номер телефона полностью')).toBeVisible()
  expect(team.invitations).toEqual([])
})

// spec: 2.121
test('revokes an invitation after a question', async () => {
  const team = stubTeam({ invitations: [invitation({ max_uses: 5, uses: 2 })] })
  renderPage(Component)
  await user.click(await screen.findByRole('button', { name: /Ссылка для 5.*До 30\.11\.2026,\s14:05\s· вошли: 2/ }))
  await user.click(await screen.findByRole('button', { name: 'Отозвать' }))
  expect(screen.getByRole('dialog', { name: 'Отозвать приглашение?' })).toBeVisible()
  await press('Оставить')
  expect(team.invitations).toHaveLength(1)
  await press('Отозвать')
  await press('Отозвать')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Открытые приглашения' })).toBeNull())
})

test('an invitation that is revoked late leaves the one that is being made open', async () => {
  const team = stubTeam({ invitations: [invitation()] })
  const response = Promise.withResolvers<undefined>()
  stub(revokeTeamInvitation, () => {
    team.invitations = []
    return response.promise
  })
  renderPage(Component)
  await user.click(await screen.findByRole('button', { name: /Ссылка для 1/ }))
  await user.click(await screen.findByRole('button', { name: 'Отозвать' }))
  await press('Отозвать')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Пригласить' }))
  await user.click(await screen.findByRole('radio', { name: 'По СМС' }))
  await user.type(screen.getByLabelText('Имя'), 'Глеб')
  response.resolve(undefined)
  await waitFor(() => expect(useSession.getState().toasts.at(-1)?.text).toBe('Приглашение отозвано'))
  expect(screen.getByRole('dialog', { name: 'Пригласить коллегу' })).toBeVisible()
  expect(screen.getByLabelText('Имя')).toHaveValue('Глеб')
})

test('shows that an invitation was used before it was revoked', async () => {
  stubTeam({ invitations: [invitation()] })
  stub(revokeTeamInvitation, () => {
    throw new ProblemResponse(409, 'invitation_used')
  })
  renderPage(Component)
  await user.click(await screen.findByRole('button', { name: /Ссылка для 1/ }))
  await user.click(await screen.findByRole('button', { name: 'Отозвать' }))
  await press('Отозвать')
  expect(await screen.findByText('По этому приглашению уже вошли')).toBeVisible()
})

test('sends a personal invitation again, and explains a rejection', async () => {
  const personal = invitation({ phone_masked: '+7 (916) •••-••-07', name: 'Глеб Орлов' })
  const { messages } = stubTeam({ invitations: [personal] })
  renderPage(Component)
  await user.click(await screen.findByRole('button', { name: /Глеб Орлов/ }))
  await user.click(await screen.findByRole('button', { name: 'Отправить СМС' }))
  await waitFor(() => expect(messages).toEqual(['i1']))
  stub(sendTeamInvitation, () => {
    throw new ProblemResponse(429, 'too_often', { retry_after: 59 })
  })
  await press('Отправить СМС')
  expect(await screen.findByRole('alert')).toHaveTextContent(/Повторите через 59\sсекунд/)
})

test('an invitation that makes a manager is not revoked here', async () => {
  stubTeam({ invitations: [invitation({ name: 'Мария', phone_masked: '+7 (916) •••-••-09', manager: true })] })
  renderPage(Component)
  await user.click(await screen.findByRole('button', { name: /Мария.*Менеджер\s· / }))
  expect(await screen.findByText(/Менеджера назначает и убирает из команды только поддержка/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Отозвать' })).toBeNull()
})
