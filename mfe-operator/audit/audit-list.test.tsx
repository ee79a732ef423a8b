import { type AuditEvent, listAuditEvents } from '@portal/contracts/admin/audit'
import { stub } from '@portal/shared/testing/http-stub'
import { renderPage } from '@portal/shared/testing/render-page'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { AuditList } from './audit-list.tsx'
import { fieldText } from './field-texts.ts'

const event = (id: number): AuditEvent => ({
  id,
  at: '2026-11-20T10:00:00Z',
  actor: { type: 'operator', id: 'user:u1' },
  action: 'employee_changed',
  subject: { type: 'user', id: 'u2' },
  reason: null,
  before: { external_id: null },
  after: { external_id: `w-${id}` },
  request_id: null,
})

test('says in words what was changed, and has older lines on demand', async () => {
  const asked: unknown[] = []
  stub(listAuditEvents, ({ query }) => {
    asked.push(query.before)
    return { items: query.before ? [event(1)] : Array.from({ length: 50 }, (_, index) => event(51 - index)) }
  })
  renderPage(() => <AuditList query={{}} />)
  expect(await screen.findByText('код в платёжном сервисе: нет → w-51')).toBeVisible()
  expect(screen.getAllByRole('link', { name: 'оператор' })[0]).toHaveAttribute('href', '/operator/person/u1')
  await userEvent.click(screen.getByRole('button', { name: 'Показать ещё' }))
  expect(await screen.findByText('код в платёжном сервисе: нет → w-1')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull()
  expect(asked).toEqual([undefined, '2'])
})

test.each([
  ['ends', ['1234'], 'последние цифры: 1234'],
  ['type', ['card'], 'вид: карта'],
  ['payout_provider', [null, 'yookassa'], 'провайдер: нет → ЮKassa'],
  ['status', ['processing', 'succeeded'], 'статус: в банке → выплачено'],
  ['expires_at', ['2026-11-20T12:04:00.000Z'], 'действует до: 20.11.2026,\u00A015:04\u00A0(МСК)'],
  ['change', [{ fee_share: 50 }], 'изменение: доля комиссии, %: 50'],
  ['change', [{}], 'изменение: нет'],
  ['later', ['code'], 'later: code'],
])('the field %s with %j is «%s»', (field, values, text) => {
  expect(fieldText(field, values)).toBe(text)
})
