import { getHelp } from '@portal/contracts/personal-data'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Component } from './help-page.tsx'

const contact = { email: 'help@tips.example', phone: '+78001234567', hours: 'ежедневно с 9 до 21 (МСК)' }
const document = { kind: 'offer', version: '2026-11-01 9f86d081', given_at: '2026-11-20T12:04:00+03:00' } as const

// spec: 2.113
test('names the support with its hours, the operator, and the accepted documents with version and day', async () => {
  stub(getHelp, () => ({ contact, operator_name: 'ООО «Ромашка»', documents: [document] }))
  renderPage(Component)
  expect(await screen.findByRole('link', { name: '+7 (800) 123-45-67' })).toHaveAttribute('href', 'tel:+78001234567')
  expect(screen.getByRole('link', { name: contact.email })).toHaveAttribute('href', `mailto:${contact.email}`)
  expect(screen.getByText(contact.hours)).toBeVisible()
  expect(screen.getByText('Оператор сервиса — ООО «Ромашка»')).toBeVisible()
  expect(screen.getByRole('listitem')).toHaveTextContent(
    /^Условия офертыВерсия от 01\.11\.2026 · принято 20\.11\.2026, 12:04$/,
  )
})

test('names the manager where the portal has no support of its own', async () => {
  stub(getHelp, () => ({ contact: { email: null, phone: null }, documents: [] }))
  renderPage(Component)
  expect(await screen.findByText('Обратитесь к менеджеру ресторана.')).toBeVisible()
  expect(screen.getByText('Принятых документов нет')).toBeVisible()
})

test('shows the questions also when the rest does not load', async () => {
  stub(getHelp, () => {
    throw new ProblemResponse(400, 'bad_request')
  })
  renderPage(Component)
  await screen.findByText('Не удалось загрузить данные')
  const question = screen.getByText('Не приходит код из СМС')
  await userEvent.click(question)
  expect(screen.getByText(/нажмите «Отправить повторно»/)).toBeVisible()
})
