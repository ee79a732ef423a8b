import { restaurantSwitched } from '@portal/shared/session/store'
import { forgetAnswers, Refused } from '@portal/shared/testing/http-stub'
import { testEmployee } from '@portal/shared/testing/render-page'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { confirm, enterCode, factOf, later, openPage, seen, typeAmount } from './testing/open-page.ts'
import { cardTerms, payoutServer, sbpTerms } from './testing/payout-server.ts'

let server: ReturnType<typeof payoutServer>

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  sessionStorage.clear()
  server = payoutServer()
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  forgetAnswers()
})

describe('the form', () => {
  test('takes the default method and says what an amount costs', async () => {
    const { user } = openPage()
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Мир •• 1234/ })).checked).toBe(true)
    await typeAmount(user, '1000')
    expect(factOf('Комиссия')).toBe('15 ₽')
    expect(factOf('К зачислению')).toBe('985 ₽')
    expect(factOf('Срок')).toBe('до 30 минут')
    await user.click(screen.getByRole('radio', { name: /СБП · Т-Банк · •• 67/ }))
    expect(factOf('Комиссия')).toBe('0 ₽')
    expect(factOf('Срок')).toBe('до минуты')
  })

  test.each([
    ['50', 'Минимальная сумма — 100 ₽'],
    ['1251', 'Недостаточно средств: доступно 1 250 ₽'],
    ['75001', 'Максимум за раз — 75 000 ₽'],
  ])('%s: the closed button says «%s»', async (amount, reason) => {
    const { user } = openPage()
    await typeAmount(user, amount)
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Вывести' })
    expect(button.disabled).toBe(true)
    expect(seen(document.getElementById(button.getAttribute('aria-describedby') ?? ''))).toBe(reason)
  })

  test('«Вывести всё» takes the whole rubles of the balance', async () => {
    server.balance = 1250.99
    const { user } = openPage()
    await user.click(await screen.findByRole('radio', { name: 'Вывести всё' }))
    expect(factOf('К зачислению')).toBe('1 231,25 ₽')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Вывести' }).disabled).toBe(false)
  })

  test('a closed method says why, and another one is taken', async () => {
    server.methods = [{ ...cardTerms, enabled: false, disabled_reason: 'Карты временно недоступны' }, sbpTerms]
    openPage()
    const card = await screen.findByRole<HTMLInputElement>('radio', { name: /Мир •• 1234.*Карты временно недоступны/ })
    expect(card.disabled).toBe(true)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /СБП/ }).checked).toBe(true)
  })

  test('without a method leads to adding one', async () => {
    server.bindings = []
    openPage()
    expect(await screen.findByText('Добавьте карту или телефон СБП')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Добавить' }).getAttribute('href')).toBe('/settings/payout-methods')
  })

  test('offline it waits with what was typed, and says so', async () => {
    const { user } = openPage()
    await typeAmount(user, '500')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void dispatchEvent(new Event('offline')))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Вывести' }).disabled).toBe(true)
    expect(screen.getByText('Нет соединения с интернетом')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Сумма').value).toBe('500')
  })
})

describe('a withdrawal', () => {
  test('says what goes where, is sent once, and its status is followed', async () => {
    const { user } = openPage()
    await typeAmount(user, '500')
    await user.click(screen.getByRole('button', { name: 'Вывести' }))
    const sheet = within(await screen.findByRole('dialog'))
    expect(sheet.getByText('Берёзка')).toBeDefined()
    expect(sheet.getByText('Мир •• 1234')).toBeDefined()
    expect(sheet.getByText(/^485\s₽$/)).toBeDefined()
    await user.click(sheet.getByRole('button', { name: 'Подтвердить и получить код' }))
    await enterCode(user, server.code)

    expect(await screen.findByText('Заявка № 100001')).toBeDefined()
    expect(server.asked).toEqual([
      {
        key: expect.stringMatching(/^[\da-f-]{36}$/),
        body: { kind: 'payout', rest_id: 'berezka', binding_id: 'b1', amount: 500, code: '123456' },
      },
    ])
    server.settle('succeeded')
    await later(5000)
    expect(within(screen.getByRole('region', { name: /Заявка/ })).getAllByText('Выплачено')).not.toHaveLength(0)
  })

  test('a second Enter sends nothing', async () => {
    const { user } = openPage()
    await typeAmount(user, '500')
    await confirm(user)
    const code = await screen.findByLabelText(/Код/)
    await user.type(code, server.code)
    await Promise.all([user.keyboard('{Enter}'), user.keyboard('{Enter}')])
    await screen.findByText(/Заявка №/)
    expect(server.asked).toHaveLength(1)
  })

  test('a wrong code is said, and the next one goes with the same key', async () => {
    const { user } = openPage()
    await typeAmount(user, '500')
    await confirm(user)
    await enterCode(user, '000000')
    expect(await screen.findByText(/Неверный код/)).toBeDefined()
    await enterCode(user, server.code)
    expect(await screen.findByText(/Заявка №/)).toBeDefined()
    expect(new Set(server.asked.map(({ key }) => key)).size).toBe(1)
  })

  test.each([
    [new Refused(410, 'otp_expired'), /Код устарел/],
    [new Refused(429, 'otp_blocked', { retry_after: 900 }), /Слишком много попыток/],
  ])('%s keeps the step of the code', async (trouble, message) => {
    server.troubles = [trouble]
    const { user } = openPage()
    await typeAmount(user, '500')
    await confirm(user)
    await enterCode(user, server.code)
    expect(await screen.findByText(message)).toBeDefined()
    expect(server.paid()).toBe(0)
  })

  test('money that is gone meanwhile: back to the filled form, nothing created', async () => {
    server.troubles = [new Refused(422, 'insufficient_funds')]
    const { user } = openPage()
    await typeAmount(user, '500')
    await confirm(user)
    await enterCode(user, server.code)
    expect(await screen.findByText('Заявка не создана, деньги не списаны')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Сумма').value).toBe('500')
  })

  test('stays with the restaurant it was opened for', async () => {
    const { user } = openPage()
    await typeAmount(user, '500')
    act(() =>
      restaurantSwitched({ ...testEmployee, id: 'e2', restaurant: { id: 'most', name: 'Старый мост', bank: 'Альфа' } }),
    )
    expect(screen.getByText(/открыта для ресторана Берёзка/)).toBeDefined()
    await confirm(user)
    await enterCode(user, server.code)
    await screen.findByText(/Заявка №/)
    expect(server.asked[0]?.body.rest_id).toBe('berezka')
  })
})

describe('an answer that does not come', () => {
  test.each(['answer lost', 'still running', 'unavailable'] as const)(
    '%s: looked for and told the truth',
    async (trouble) => {
      server.troubles = [trouble]
      const { user } = openPage()
      await typeAmount(user, '500')
      await confirm(user)
      await enterCode(user, server.code)
      if (trouble === 'unavailable') {
        expect(await screen.findByText(/Проверяем, дошла ли заявка…/)).toBeDefined()
        await later(8000)
        expect(await screen.findByText(/Заявка не создана, деньги не списаны/)).toBeDefined()
        expect(server.paid()).toBe(0)
      } else {
        expect(await screen.findByText('Заявка № 100001')).toBeDefined()
        expect(server.paid()).toBe(500)
      }
      expect(server.asked).toHaveLength(1)
    },
  )

  test('a lost request: the code is still there, and is sent with the same key', async () => {
    server.troubles = ['request lost']
    const { user } = openPage()
    await typeAmount(user, '500')
    await confirm(user)
    await enterCode(user, server.code)
    await later(8000)
    await screen.findByText(/Заявка не создана, деньги не списаны/)
    expect(screen.getByLabelText<HTMLInputElement>(/Код/).value).toBe(server.code)
    await user.click(screen.getByRole('button', { name: /^Вывести/ }))
    expect(await screen.findByText(/Заявка №/)).toBeDefined()
    expect(server.asked).toHaveLength(2)
    expect(server.asked[1]?.key).toBe(server.asked[0]?.key)
  })

  test('a reload while the answer is awaited: the payout is found', async () => {
    server.troubles = ['answer never']
    const { user } = openPage()
    await typeAmount(user, '500')
    await confirm(user)
    await enterCode(user, server.code)
    openPage()
    expect(await screen.findByText('Заявка № 100001')).toBeDefined()
    expect(server.asked).toHaveLength(1)
  })

  test('a reload after a lost request: nothing was created, all that was typed is there, the key is the same', async () => {
    server.troubles = ['request never']
    const { user } = openPage()
    await user.click(await screen.findByRole('radio', { name: /СБП/ }))
    await typeAmount(user, '700')
    await confirm(user)
    await enterCode(user, server.code)
    const reopened = openPage()
    expect(await screen.findByText('Проверяем, дошла ли заявка…')).toBeDefined()
    expect(screen.queryByLabelText('Сумма')).toBeNull()
    await later(8000)
    expect(await screen.findByText('Заявка не создана, деньги не списаны')).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Сумма').value).toBe('700')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /СБП/ }).checked).toBe(true)
    await confirm(reopened.user)
    await enterCode(reopened.user, server.code)
    expect(await screen.findByText(/Заявка №/)).toBeDefined()
    expect(server.asked[1]?.key).toBe(server.asked[0]?.key)
  })

  test('with no connection it keeps asking for the truth, and finds it later', async () => {
    server.troubles = ['answer lost']
    server.isAway = true
    const { user } = openPage()
    await typeAmount(user, '500')
    await confirm(user)
    await enterCode(user, server.code)
    await later(8000)
    expect(await screen.findByText(/Дважды деньги не спишутся/)).toBeDefined()
    server.isAway = false
    act(() => void dispatchEvent(new Event('online')))
    await user.click(screen.getByRole('button', { name: 'Проверить ещё раз' }))
    expect(await screen.findByText('Заявка № 100001')).toBeDefined()
    expect(server.paid()).toBe(500)
  })

  test('another amount is another order with another key', async () => {
    const { user } = openPage()
    for (const amount of ['500', '600']) {
      await typeAmount(user, amount)
      await confirm(user)
      await enterCode(user, server.code)
      await user.click(await screen.findByRole('button', { name: 'Новый вывод' }))
    }
    expect(new Set(server.asked.map(({ key }) => key)).size).toBe(2)
    expect(server.paid()).toBe(1100)
  })
})

test('the tab keeps ids and an amount, never the code', async () => {
  server.troubles = ['answer never']
  const { user } = openPage()
  await typeAmount(user, '500')
  await confirm(user)
  await enterCode(user, server.code)
  const kept = JSON.stringify({ ...sessionStorage, ...localStorage })
  expect(kept).toContain('"amount":500')
  expect(kept).not.toContain(server.code)
})

test('back closes the sheet and leaves the filled form', async () => {
  const { user } = openPage('/out?page=1')
  await typeAmount(user, '500')
  history.pushState(null, '', '/out')
  await user.click(screen.getByRole('button', { name: 'Вывести' }))
  await screen.findByRole('dialog')
  act(() => history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('Сумма').value).toBe('500')
})

describe('the history', () => {
  test('a link opens a declined payout with its reason, and it can be repeated', async () => {
    server.book('k1', { kind: 'payout', rest_id: 'berezka', binding_id: 'b2', amount: 700, code: '' })
    server.settle('canceled', { reason: 'card_invalid', binding_id: 'b2' })
    const { user } = openPage('/out?payout=p1')
    const sheet = within(await screen.findByRole('dialog'))
    expect(await sheet.findAllByText('Отклонено, деньги возвращены на баланс')).not.toHaveLength(0)
    expect(sheet.getByText('Карта недоступна, выберите другую')).toBeDefined()
    expect(factOf('Номер')).toBe('100001')
    await user.click(sheet.getByRole('button', { name: 'Повторить' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByLabelText<HTMLInputElement>('Сумма').value).toBe('700')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /СБП/ }).checked).toBe(true)
    expect(location.search).toBe('')
  })

  test('a payout in flight changes by itself', async () => {
    server.book('k1', { kind: 'payout', rest_id: 'berezka', binding_id: 'b1', amount: 700, code: '' })
    openPage()
    const list = within(await screen.findByRole('list', { name: 'Выводы' }))
    expect(list.getByText('В обработке')).toBeDefined()
    server.settle('succeeded')
    await later(5000)
    expect(list.getByText('Выплачено')).toBeDefined()
  })

  test('an empty one says so', async () => {
    openPage()
    expect(await screen.findByText('Выводов пока нет')).toBeDefined()
  })
})
