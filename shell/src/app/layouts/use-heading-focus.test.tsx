import { login } from '@portal/contracts/session'
import { stub } from '@portal/shared/testing/http-stub'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anna, berezka, closePortal, openPortal, stubSession } from '../../testing/open-portal.tsx'

// Federation needs a browser and a build, so the tests provide the page that it would load.
vi.mock('../../remotes/load-page.ts', () => ({
  loadPage: async (_: string, path: string) => ({ Component: () => <h2>Страница {path}</h2>, version: '1' }),
  loadPageAhead: () => {},
}))

beforeEach(() => stubSession([berezka]))
afterEach(closePortal)

const heading = () => screen.getByRole('heading', { level: 1 })

test('the heading takes the focus after each navigation, but not on the first page of the document', async () => {
  stub(login, () => anna)
  openPortal('/login?back=%2Fbilling', null)
  const phone = await screen.findByLabelText('Телефон')
  expect(document.body).toHaveFocus()

  await userEvent.type(phone, '9000000001')
  await userEvent.type(screen.getByLabelText('Пароль'), 'demo-Chaevye-1')
  await userEvent.click(screen.getByRole('button', { name: 'Войти' }))
  await screen.findByText('Страница /billing')
  await waitFor(() => expect(heading()).toHaveFocus())
  expect(heading()).toHaveTextContent('Операции')

  await userEvent.click(screen.getByRole('link', { name: 'Чаевые' }))
  await screen.findByText('Страница /')
  expect(heading()).toHaveFocus()
  expect(heading()).toHaveTextContent('Чаевые')
})
