import type { Colleague } from '@portal/contracts/colleague'
import { saveSharingTemplate } from '@portal/contracts/sharing'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { seenText } from '@portal/shared/testing/seen-text'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { describe, expect } from 'vitest'
import { later, openPage, reasonBeside, typeAmount } from '../../money-order/testing/open-page.ts'
import { colleague, type orderServer } from '../../money-order/testing/order-server.ts'
import { test } from '../../money-order/testing/order-test.ts'
import { Component } from './sharing-page.tsx'

type User = ReturnType<typeof openPage>['user']
type Server = ReturnType<typeof orderServer>

const open = () => openPage(Component, '/transfer/team')
const gleb: Colleague = { ...colleague, id: 'gleb', name: 'Глеб Орлов', phone_last2: '04' }

async function fill(user: User, { amount = '1000', comment = '' } = {}) {
  await typeAmount(user, amount)
  await user.click(screen.getByRole('button', { name: 'Выбрать всех' }))
  if (comment) await user.type(screen.getByLabelText('Комментарий'), comment)
}

const shareButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Разделить' })

async function confirm(user: User) {
  await waitFor(() => expect(shareButton()).toBeEnabled())
  await user.click(shareButton())
  await user.click(await screen.findByRole('button', { name: 'Получить код' }))
}

async function enterCode(user: User, code: string) {
  await user.type(await screen.findByLabelText(/Код/), code)
  await user.click(screen.getByRole('button', { name: /^Разделить \d/ }))
}

const typedIn = (label: string | RegExp) =>
  screen.getByLabelText<HTMLInputElement>(label).value.replaceAll('\u00A0', ' ')
const lines = () =>
  within(screen.getByRole('group', { name: 'Кому' }))
    .getAllByRole('listitem')
    .map(seenText)
const chosen = () =>
  screen
    .getAllByRole<HTMLInputElement>('checkbox')
    .flatMap(({ checked, labels }) => (checked ? [seenText(labels?.[0])] : []))

// spec: 2.170, 2.175
test('shows who gets what to the kopeck, and shares it once', async ({ server }) => {
  server.colleagues = [...server.colleagues, gleb]
  const { user } = open()
  await fill(user, { comment: ' За субботу ' })
  expect(lines().map((line) => line?.match(/[\d ]+,\d\d ₽$/)?.[0])).toEqual(['333,34 ₽', '333,33 ₽', '333,33 ₽'])
  await user.click(shareButton())
  const sheet = within(await screen.findByRole('dialog'))
  for (const fact of ['Берёзка', '3 сотрудникам', 'За субботу', /^1\s000\s₽$/])
    expect(sheet.getByText(fact)).toBeVisible()
  expect(sheet.getAllByRole('listitem').map(seenText)).toEqual([
    'Борис Ким · •• 02333,34 ₽',
    'Вера Новикова · •• 03333,33 ₽',
    'Глеб Орлов · •• 04333,33 ₽',
  ])
  await user.click(sheet.getByRole('button', { name: 'Получить код' }))
  await user.type(await screen.findByLabelText(/Код/), server.code)
  await Promise.all([user.keyboard('{Enter}'), user.keyboard('{Enter}')])

  const result = await screen.findByRole('region', { name: 'Перевод № 100001' })
  expect(seenText(within(result).getByRole('status'))).toBe(
    'Переведено1 000 ₽Берёзка → 3 сотрудникамДеньги уже на балансе получателей.',
  )
  const shares = [
    { recipient_employee_id: 'boris', amount: 333.34 },
    { recipient_employee_id: 'vera', amount: 333.33 },
    { recipient_employee_id: 'gleb', amount: 333.33 },
  ]
  const order = { kind: 'sharing', rest_id: 'berezka', way: 'equal', amount: 1000, shares }
  expect(server.requests.map(({ body }) => body)).toEqual([{ ...order, comment: 'За субботу', code: '123456' }])
  expect(server.codesFor).toEqual([order])

  await user.click(screen.getByRole('button', { name: 'Разделить ещё' }))
  await waitFor(() => expect(typedIn('Сумма')).toBe(''))
  expect(chosen()).toEqual([])
})

// spec: 2.171
test('sharing by hours accepts halves, and the button names the colleague whose hours are missing', async ({
  server,
}) => {
  const { user } = open()
  await fill(user)
  await user.click(screen.getByRole('radio', { name: 'Часы' }))
  expect(reasonBeside(shareButton())).toBe('Укажите часы: Борис Ким')
  await user.type(screen.getByLabelText(/^Часы: Борис Ким/), '7,5')
  await user.type(screen.getByLabelText(/^Часы: Вера Новикова/), '2,5')
  expect(lines().map((line) => line?.match(/\d+ ₽$/)?.[0])).toEqual(['750 ₽', '250 ₽'])
  await confirm(user)
  await enterCode(user, server.code)
  await screen.findByText('Перевод № 100001')
  expect(server.requests[0]?.body).toMatchObject({
    way: 'hours',
    shares: [{ weight: 7.5, amount: 750 }, { weight: 2.5 }],
  })
})

test('hours that are not a decimal number give nobody a part', async () => {
  const { user } = open()
  await fill(user)
  await user.click(screen.getByRole('radio', { name: 'Часы' }))
  await user.type(screen.getByLabelText(/^Часы: Борис Ким/), '0x10')
  await user.type(screen.getByLabelText(/^Часы: Вера Новикова/), '1e1')
  expect(reasonBeside(shareButton())).toBe('Проверьте часы: Борис Ким')
  expect(screen.getByLabelText(/^Часы: Борис Ким/)).toHaveAccessibleDescription('Например, 8 или 7,5')
  expect(shareButton()).toBeDisabled()
})

test('hours that were put in without an event are confirmed as shown', async () => {
  const { user } = open()
  await fill(user)
  await user.click(screen.getByRole('radio', { name: 'Часы' }))
  for (const name of [/^Часы: Борис Ким/, /^Часы: Вера Новикова/]) await user.type(screen.getByLabelText(name), '5')
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  setter?.call(screen.getByLabelText(/^Часы: Борис Ким/), '15')
  await user.click(shareButton())
  const sheet = within(await screen.findByRole('dialog'))
  expect(sheet.getAllByRole('listitem').map(seenText)).toEqual(['Борис Ким · •• 02750 ₽', 'Вера Новикова · •• 03250 ₽'])
})

// spec: 2.171
test('three colleagues share by tenths of a percent', async ({ server }) => {
  server.colleagues = [...server.colleagues, gleb]
  const { user } = open()
  await fill(user)
  await user.click(screen.getByRole('radio', { name: 'Проценты' }))
  for (const [name, percent] of [
    [/^Проценты: Борис/, '33,4'],
    [/^Проценты: Вера/, '33,3'],
    [/^Проценты: Глеб/, '33,3'],
  ] as const)
    await user.type(screen.getByLabelText(name), percent)
  await confirm(user)
  await enterCode(user, server.code)
  await screen.findByText('Перевод № 100001')
  expect(server.requests[0]?.body).toMatchObject({ shares: [{ amount: 334 }, { amount: 333 }, { amount: 333 }] })
})

// spec: 2.171
test('sharing by percent shows the remaining percent while it is typed', async () => {
  const { user } = open()
  await fill(user)
  await user.click(screen.getByRole('radio', { name: 'Проценты' }))
  await user.type(screen.getByLabelText(/^Проценты: Борис Ким/), '60')
  expect(lines()[0]).toMatch(/600 ₽$/)
  expect(screen.getByText('Осталось 40 %')).toBeVisible()
  await user.type(screen.getByLabelText(/^Проценты: Вера Новикова/), '45')
  expect(screen.getByText('Лишнее: 5 %')).toBeVisible()
  expect(shareButton()).toBeDisabled()
  await user.type(screen.getByLabelText(/^Проценты: Вера Новикова/), '{Backspace}0')
  expect(screen.getByText('Разделено 100 %')).toBeVisible()
  await waitFor(() => expect(shareButton()).toBeEnabled())
})

test('finds a colleague by name, role or the end of the phone, and leaves those who are chosen', async ({ server }) => {
  server.colleagues = Array.from({ length: 9 }, (_, index) => ({
    ...{ ...gleb, id: `${index}`, name: `Сотрудник ${index}`, phone_last2: `1${index}` },
  }))
  const { user } = open()
  await user.click(await screen.findByRole('checkbox', { name: /Сотрудник 2/ }))
  await user.type(screen.getByLabelText('Поиск сотрудника'), '17')
  expect(lines()).toHaveLength(1)
  await user.click(screen.getByRole('checkbox', { name: /Сотрудник 7/ }))
  await user.clear(screen.getByLabelText('Поиск сотрудника'))
  expect(chosen()).toHaveLength(2)
  await user.type(screen.getByLabelText('Поиск сотрудника'), 'яков')
  expect(screen.getByText('Не найдено')).toBeVisible()
})

// spec: 2.172
test('begins with the template, without those who have left, and says who', async ({ server }) => {
  const members = ['boris', 'vera', 'gleb'].map((id) => ({ employee_id: id, name: `${id}!`, weight: 7.5 }))
  server.template = { way: 'hours', members }
  const { user } = open()
  await typeAmount(user, '1000')
  expect(screen.getByText(/^Как обычно: 2\sсотрудника, по часам$/)).toBeVisible()
  expect(screen.getByText('Больше не в команде: gleb!. Доли уже пересчитаны.')).toBeVisible()
  expect(typedIn('Сумма')).toBe('1 000')
  expect(typedIn(/^Часы: Борис Ким/)).toBe('7,5')
  await user.click(screen.getByRole('button', { name: 'Понятно' }))
  expect(screen.queryByText(/^Больше не в команде/)).toBeNull()
  expect(chosen()).toHaveLength(2)
})

// spec: 2.172
test('begins with everything where that was tapped, once, unless a sum was typed before', async ({ server }) => {
  const members = ['boris', 'vera'].map((id) => ({ employee_id: id, name: id, weight: 7.5 }))
  server.template = { way: 'hours', members }
  server.balance = 1250.5
  const { user } = openPage(Component, '/transfer/team?amount=all')
  await waitFor(() => expect(typedIn('Сумма')).toBe('1 250'))
  await waitFor(() => expect(location.search).toBe(''))
  // Another draft starts the fields again.
  await user.clear(screen.getByLabelText('Сумма'))
  await user.click(await screen.findByRole('button', { name: 'Снять выбор' }))
  await user.click(await screen.findByRole('button', { name: 'Как обычно' }))
  expect(typedIn('Сумма')).toBe('')
  await typeAmount(user, '700')
  openPage(Component, '/transfer/team?amount=all')
  await waitFor(() => expect(typedIn('Сумма')).toBe('700'))
})

test('a team that the user has cleared stays empty over a reload, until the usual one is wanted', async ({
  server,
}) => {
  const members = ['boris', 'vera'].map((id) => ({ employee_id: id, name: id, weight: 7.5 }))
  server.template = { way: 'hours', members }
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Снять выбор' }))
  cleanup()
  open()
  const usual = await screen.findByRole('button', { name: 'Как обычно' })
  expect(chosen()).toEqual([])
  await user.click(usual)
  expect(chosen()).toHaveLength(2)
  expect(typedIn(/^Часы: Борис Ким/)).toBe('7,5')
  expect(screen.queryByRole('button', { name: 'Как обычно' })).toBeNull()
})

// spec: 2.172
test('stores who is chosen as the template, which is offered next time', async ({ server }) => {
  const { user } = open()
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Сохранить как шаблон' }))
  await waitFor(() => expect(server.template?.members).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Снять выбор' }))
  await user.click(await screen.findByRole('button', { name: 'Как обычно' }))
  expect(chosen()).toHaveLength(2)
})

test('says beside the button why the template is not stored', async () => {
  stub(saveSharingTemplate, () => {
    throw new ProblemResponse(404, 'not_found')
  })
  const { user } = open()
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Сохранить как шаблон' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Не удалось сохранить шаблонЭто уже изменили или удалили. Обновите страницу.',
  )
})

/** The transfer that pays the sharing `s1`. */
function bookSharing(server: Server): void {
  server.booked = { id: 's1' }
  server.book('k1', { kind: 'sharing', rest_id: 'berezka', way: 'equal', amount: 500, shares: [], code: '' })
}

// spec: 2.173
test('lists earlier sharings, shows who got what, and fills the form by one', async ({ server }) => {
  const shares = [
    { recipient_employee_id: 'boris', title: 'Борис Ким · •• 02', weight: 70, amount: 350 },
    { recipient_employee_id: 'gone', title: 'Инна Бойко · •• 09', weight: 30, amount: 150 },
  ]
  const at = '2026-11-20T12:00:00+03:00'
  const sharing = { id: 's1', number: '100500', amount: 500, people: 2, status: 'succeeded', created_at: at } as const
  bookSharing(server)
  server.sharings = [{ ...sharing, way: 'percent', comment: 'Банкет', shares }]
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: /2 сотрудникам/ }))
  const sheet = within(await screen.findByRole('dialog'))
  const shown = within(await sheet.findByRole('list', { name: 'Кому сколько' }))
  expect(shown.getAllByRole('listitem').map(seenText)).toEqual([
    'Борис Ким · •• 0270 %350 ₽',
    'Инна Бойко · •• 0930 %150 ₽',
  ])
  await user.click(sheet.getByRole('button', { name: 'Повторить' }))
  await waitFor(() => expect(typedIn('Сумма')).toBe('500'))
  expect(typedIn('Комментарий')).toBe('Банкет')
  expect(typedIn(/^Проценты: Борис Ким/)).toBe('70')
  expect(screen.getByText('Больше не в команде: Инна Бойко · •• 09. Разделите оставшиеся проценты.')).toBeVisible()
  await user.clear(screen.getByLabelText(/^Проценты: Борис Ким/))
  await user.type(screen.getByLabelText(/^Проценты: Борис Ким/), '100')
  expect(await screen.findByText('Больше не в команде: Инна Бойко · •• 09.')).toBeVisible()
})

test('a page past the end of earlier sharings leads to the first one', async ({ server }) => {
  const sharing = { id: 's1', number: '100500', amount: 500, people: 2, status: 'succeeded' } as const
  server.sharings = [{ ...sharing, created_at: '2026-11-20T12:00:00+03:00', way: 'equal', shares: [] }]
  const { user } = openPage(Component, '/transfer/team?page=2')
  await user.click(await screen.findByText('К первой странице'))
  await screen.findByRole('button', { name: /2 сотрудникам/ })
  expect(location.search).toBe('')
})

// spec: 2.173
test('shows by one word that an operator has declined one, and in its details that the money is back', async ({
  server,
}) => {
  const shares = [{ recipient_employee_id: 'boris', title: 'Борис Ким · •• 02', amount: 250 }]
  const declined = { id: 's1', number: '100500', amount: 500, people: 2, status: 'canceled' } as const
  bookSharing(server)
  server.settle('canceled', { review: 'rejected' })
  server.sharings = [{ ...declined, created_at: '2026-11-20T12:00:00+03:00', way: 'equal', shares }]
  const { user } = open()
  const line = await screen.findByRole('button', { name: /2 сотрудникам/ })
  expect(within(line).getByText('Отклонено')).toBeVisible()
  await user.click(line)
  const sheet = within(await screen.findByRole('dialog'))
  expect(await sheet.findAllByText('Отклонено, деньги возвращены на баланс')).not.toHaveLength(0)
})

describe('nothing that was typed is lost', () => {
  test('when one of the team was dismissed while the form was open', async ({ server }) => {
    server.colleagues = [...server.colleagues, gleb]
    const { user } = open()
    await fill(user, { comment: 'За субботу' })
    await confirm(user)
    server.failures = [new ProblemResponse(404, 'not_found')]
    server.colleagues = server.colleagues.filter(({ id }) => id !== 'vera')
    await enterCode(user, server.code)
    expect(
      await screen.findByText(
        'Кто-то из выбранных больше не работает в ресторане. Мы обновили список: проверьте доли.',
      ),
    ).toBeVisible()
    expect(await screen.findByText('Больше не в команде: Вера Новикова. Доли уже пересчитаны.')).toBeVisible()
    expect([typedIn('Сумма'), typedIn('Комментарий')]).toEqual(['1 000', 'За субботу'])
    expect(lines().map((line) => line?.match(/\d+ ₽$/)?.[0])).toEqual(['500 ₽', '500 ₽'])
  })

  test('when the money is spent meanwhile', async ({ server }) => {
    server.failures = [new ProblemResponse(422, 'insufficient_funds')]
    const { user } = open()
    await fill(user)
    await confirm(user)
    await enterCode(user, server.code)
    expect(await screen.findByText('На балансе уже меньше. Уменьшите сумму.')).toBeVisible()
    expect(typedIn('Сумма')).toBe('1 000')
    expect(chosen()).toHaveLength(2)
  })

  test('by a reload, but the comment and the names, which are not stored', async () => {
    const { user } = open()
    await fill(user, { comment: 'За субботу' })
    await user.click(screen.getByRole('radio', { name: 'Часы' }))
    await user.type(screen.getByLabelText(/^Часы: Борис Ким/), '7,5')
    open()
    await waitFor(() => expect(typedIn('Сумма')).toBe('1 000'))
    expect(typedIn(/^Часы: Борис Ким/)).toBe('7,5')
    const stored = Object.values(sessionStorage).join()
    expect(stored).not.toContain('субботу')
    expect(stored).not.toContain('Борис')
  })
})

test.for(['unavailable', 'request lost', 'response lost'] as const)(
  '%s: shares once all the same',
  async (failure, { server }) => {
    server.failures = [failure]
    const { user } = open()
    await fill(user)
    await confirm(user)
    await enterCode(user, server.code)
    await later(1000)
    expect(await screen.findByText('Перевод № 100001')).toBeVisible()
    expect(server.paid()).toBe(1000)
  },
)

test('a sharing that is held for an operator is not shown as arrived', async ({ server }: { server: Server }) => {
  server.booked = {
    status: 'pending',
    review: 'open',
    timeline: [{ status: 'pending', at: '2026-11-20T12:00:00+03:00' }],
  }
  const { user } = open()
  await fill(user)
  await confirm(user)
  await enterCode(user, server.code)
  const result = await screen.findByRole('region', { name: 'Перевод № 100001' })
  expect(seenText(within(result).getByRole('status'))).toContain('коллегам не пришли')
})

test('has no colleagues to share among in a restaurant of two', async ({ server }) => {
  server.colleagues = [gleb]
  open()
  expect(await screen.findByText('Делить пока не с кем')).toBeVisible()
})
