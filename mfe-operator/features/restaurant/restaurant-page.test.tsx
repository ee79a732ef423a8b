import { changeEmployee, listStaff } from '@portal/contracts/admin/employee'
import { listInvitations } from '@portal/contracts/admin/invitation'
import { changeRestaurant, getRestaurant } from '@portal/contracts/admin/restaurant'
import { importTeam, type TeamRowResult } from '@portal/contracts/admin/team-import'
import { useSession } from '@portal/shared/session/store'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { forgetPasskeyDevice, passkeyDevice } from '@portal/shared/testing/passkey-device'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { boris, proposal, restaurant, stubOperator } from '../../testing/operator-server.ts'
import { press, user } from '../../testing/press.ts'
import { Component } from './restaurant-page.tsx'

let device: ReturnType<typeof passkeyDevice>
let server: ReturnType<typeof stubOperator>
beforeEach(() => {
  device = passkeyDevice()
  server = stubOperator()
  stub(getRestaurant, () => restaurant)
  stub(listStaff, () => ({ items: [boris] }))
  stub(listInvitations, () => ({ items: [] }))
  renderPage(Component, '/operator/restaurants/r1', '/operator/restaurants/:id')
})
afterEach(forgetPasskeyDevice)

const toasts = () => useSession.getState().toasts.map(({ text }) => text)

test('a rejected or canceled change keeps what was typed; only changed fields are sent', async () => {
  const sent: unknown[] = []
  stub(changeRestaurant, ({ body }) => {
    sent.push(body)
    if (sent.length === 1) throw new ProblemResponse(422, 'provider_not_configured')
    return { ...restaurant, name: 'Ель' }
  })
  await press('Изменить')
  const name = await screen.findByLabelText('Название')
  await user.clear(name)
  await user.type(name, 'Ель')
  await user.type(screen.getByLabelText('Причина (необязательно)'), 'Новая вывеска')
  device.responds = 'cancels'
  await press('Изменить «Берёзка»')
  await waitFor(() => expect(device.prompts).toBe(1))
  device.responds = 'signs'
  await press('Изменить «Берёзка»')
  expect(await screen.findByText('Этого провайдера нет в настройках портала.')).toBeVisible()
  expect(name).toHaveValue('Ель')
  await press('Изменить «Берёзка»')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([1, 2].map(() => ({ name: 'Ель', reason: 'Новая вывеска' })))
})

test('signs nothing when nothing was edited', async () => {
  await press('Изменить')
  await press('Изменить «Берёзка»')
  expect(await screen.findByText('Вы ничего не изменили.')).toBeVisible()
  expect(device.prompts).toBe(0)
})

test('says that a change waits for another operator', async () => {
  stub(changeEmployee, () => proposal() as never)
  await press(/^Борис Ким/)
  await press('Назначить основным')
  await press('Назначить основным: Борис Ким')
  await waitFor(() => expect(toasts()).toContain('Предложение сохранено, подтвердит другой оператор'))
})

test('checks the list of a team, names wrong lines, and loads the others', async () => {
  const row = { problem: null, name: 'Анна', link: null, employee_id: null }
  const results: TeamRowResult[] = [
    { ...row, line: 2, result: 'invited' },
    { ...row, line: 3, name: 'Борис', result: 'rejected', problem: 'phone' },
  ]
  stub(importTeam, () => ({ items: results }))
  const list = 'name;phone\nАнна;89161234567\nБорис;12'
  await press('Загрузить команду')
  const text = await screen.findByLabelText('Список команды')
  await user.click(text)
  await user.paste('name\nАнна')
  await press('Проверить')
  expect(await screen.findByText(/^В файле нет столбца phone/)).toBeVisible()
  await user.clear(text)
  await user.paste(list)
  await press('Проверить')
  expect(await screen.findByText('Строка 3: Борис')).toBeVisible()
  expect(server.signed).toEqual([])
  await press(/^Загрузить: 1/)
  await screen.findByText(/^Приглашено: 1/)
  const rows = [
    { line: 2, name: 'Анна', phone: '89161234567' },
    { line: 3, name: 'Борис', phone: '12' },
  ]
  expect(server.signed).toEqual([{ method: 'POST', path: '/admin/restaurants/r1/import', body: { rows } }])
  await press('Исправить список')
  expect(await screen.findByLabelText('Список команды')).toHaveValue(list)
})
