import { listenWhile, readAloud } from '@portal/shared/testing/screen-reader'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { confirm, enterCode, later, openPage, typeAmount } from '../../money-order/testing/open-page.ts'
import { test } from '../../money-order/testing/order-test.ts'
import { Component } from './payout-page.tsx'

/** Removes the marks of where each part begins and ends. */
async function read(part: HTMLElement) {
  return (await readAloud(part)).filter((phrase) => !/^(end\b|term$|definition$|paragraph$)/.test(phrase)).join('; ')
}

test('reads the form as the balance, where to, how much, and why it cannot be sent', async () => {
  const { user } = openPage(Component, '/out')
  const typed = await listenWhile(() => typeAmount(user, '50'))
  expect(typed).toContain('polite: Минимальная сумма — 100 ₽')

  const spoken = await read(document.body)
  expect(spoken).toContain('Доступно к выводу · Берёзка; 1 250 ₽; Куда; combobox, Куда, has popup listbox')
  expect(spoken).toContain('Мир; с последними цифрами 1234; Комиссия 1,5 %, не меньше 15 ₽, до 30 минут')
  expect(spoken).toContain('button, По СБП — 0 ₽. Сменить')
  expect(spoken).toContain('textbox, Сумма, 50')
  expect(spoken).toContain('radiogroup, Готовые суммы; radio, Всё')
  expect(spoken).toContain('button, Вывести, Минимальная сумма — 100 ₽, disabled')
  expect(spoken).not.toContain('•')
})

// spec: 2.33
test('names where the code was sent, and announces a wrong one at its field', async ({ server }) => {
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await confirm(user)
  await screen.findByText(/Код отправлен/)
  const dialog = await read(screen.getByRole('dialog'))
  expect(dialog).toContain('dialog, Подтвердите вывод')
  expect(dialog).toContain('Придёт 485 ₽:; Берёзка; получатель:; Мир; с последними цифрами 1234')
  expect(dialog).toContain('status; Код отправлен на; номер; с последними цифрами 01')
  expect(dialog).toContain('textbox, Код из СМС, required')

  const spoken = await listenWhile(async () => {
    await enterCode(user, '000000')
    await screen.findByText(/Неверный код/)
  })
  expect(spoken).toContain('polite: Неверный код. Осталось 4 попытки')
  expect(spoken).toContain('textbox, Код из СМС, 000000, Неверный код. Осталось 4 попытки, invalid, required')
  expect(server.paid()).toBe(0)
})

// spec: 2.33
test('announces the order by its number, and the end of the payout on its own', async ({ server }) => {
  const { user } = openPage(Component, '/out')
  await typeAmount(user, '500')
  await confirm(user)
  const sent = await listenWhile(async () => {
    await enterCode(user, server.code)
    await screen.findByText('Вывод № 100001')
  })
  expect(sent.at(-1)).toBe('heading, Вывод № 100001, level 2')

  const settled = await listenWhile(async () => {
    server.settle('succeeded', { completed_at: '2026-11-20T12:01:00+03:00' })
    await later(5000)
  })
  expect(settled.at(-1)).toMatch(/^polite: Выплачено/)
  const result = within(screen.getByRole('region', { name: 'Вывод № 100001' }))
  // The library announces all text of a live region, even text hidden from screen readers, so this text is read here.
  expect(await read(result.getByRole('status'))).toBe(
    'status; Выплачено; 500 ₽; Берёзка; получатель:; Мир; с последними цифрами 1234',
  )
})
