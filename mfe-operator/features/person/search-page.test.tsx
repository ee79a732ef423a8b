import { findUser, type UserRecord } from '@portal/contracts/admin/user'
import { ProblemResponse, stub } from '@portal/shared/testing/http-stub'
import { forgetPasskeyDevice, passkeyDevice } from '@portal/shared/testing/passkey-device'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { boris, stubOperator } from '../../testing/operator-server.ts'
import { Component } from './search-page.tsx'

afterEach(forgetPasskeyDevice)

test('finds a user by phone after a passkey, and has no phone in the address', async () => {
  const user = userEvent.setup({ delay: null })
  const device = passkeyDevice()
  stubOperator()
  const found: UserRecord = {
    id: 'u2',
    name: 'Борис Ким',
    phone_masked: '+7 (916) •••-••-02',
    created_at: '2026-11-20T10:00:00Z',
    last_seen_at: null,
    blocked_at: null,
    rights: [],
    employees: [boris],
  }
  const searched: string[] = []
  stub(findUser, ({ body }) => {
    if (device.prompts === 0) throw new ProblemResponse(428, 'passkey_required')
    searched.push(body.phone)
    return { items: searched.length === 1 ? [] : [found] }
  })
  renderPage(Component, '/operator/person', '/operator/person')
  const phone = await screen.findByLabelText('Телефон человека')
  await user.type(phone, '9161234502')
  await user.click(screen.getByRole('button', { name: 'Найти' }))
  expect(await screen.findByText(/^Нет человека с таким телефоном/)).toBeVisible()
  expect(phone).toHaveValue('+7 (916) 123-45-02')
  await user.click(screen.getByRole('button', { name: 'Найти' }))
  await waitFor(() => expect(location.pathname).toBe('/operator/person/u2'))
  expect([searched, location.href.includes('916')]).toEqual([['+79161234502', '+79161234502'], false])
})
