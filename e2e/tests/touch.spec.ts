import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/** Each page with what is on it once it is whole. */
const open = {
  '/login': 'Войти',
  '/password/recovery': 'Получить код',
  '/i/DEMO-BEREZKA': 'Получить код',
  '/cards/card-form': 'Продолжить',
  '/nowhere': 'На главную',
}
const own = {
  '/': 'Последние чаевые',
  '/billing': '+100',
  '/out': 'Выводов пока нет',
  '/transfer': 'Комментарий',
  '/profile': 'Изменить номер',
  '/settings': 'Тема',
  '/settings/payout-methods': 'Основной',
  '/settings/cards/add': 'Номер карты',
  '/settings/sbp-phones/add': 'Банк',
  '/settings/phone': 'Новый телефон',
  '/settings/password': 'Новый пароль',
  '/settings/sessions': 'Этот сеанс',
}

/** Fields that iOS would zoom into, and what a finger would miss: less than 44 pixels, with the field's box around it. */
function tooSmall(): string[] {
  return [...document.querySelectorAll<HTMLElement>('a, button, summary, input, textarea, [role=combobox]')].flatMap(
    (element) => {
      const field = element.matches('input, textarea')
      const target = element.closest('label') ?? (field ? element.parentElement : element) ?? element
      const { width, height, bottom } = target.getBoundingClientRect()
      // Not drawn, or put aside for those who come by Tab.
      if (width < 2 || bottom < 0) return []
      const name = `${element.tagName} ${element.getAttribute('aria-label') ?? (element.textContent || element.id)}`
      const text = Number.parseFloat(getComputedStyle(element).fontSize)
      return [
        ...(field && text < 16 ? [`${name}: ${text} px of text`] : []),
        ...(width < 44 || height < 44 ? [`${name}: ${Math.round(width)}×${Math.round(height)}`] : []),
      ]
    },
  )
}

async function expectRoomForFingers(page: Page, pages: Record<string, string>) {
  for (const [path, text] of Object.entries(pages)) {
    await page.goto(path)
    await expect(page.getByRole('main')).toContainText(text)
    expect(await page.evaluate(tooSmall), path).toEqual([])
  }
}

test('fields of 16 pixels and targets of 44 on each page', { tag: '@phone' }, async ({
  page,
  newWaiter,
  bookTips,
  addCard,
  addSbpPhone,
  signInAs,
  database,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/404/)
  await expectRoomForFingers(page, open)
  const waiter = await newWaiter('Мария Котова', [{ isDefault: true }, { bank: 'Альфа-Банк' }])
  await newWaiter('Глеб Орлов', [{ beside: waiter.places[0] }])
  await bookTips(
    waiter,
    Array.from({ length: 25 }, () => ({ amount: 100 })),
  )
  await addCard(waiter)
  await addSbpPhone(waiter)
  const { rows } = await database.query('select id from payout_binding where user_id = $1 and type = $2', [
    waiter.id,
    'card',
  ])
  await database.query('update user_account set tags = $2 where id = $1', [
    waiter.id,
    ['lang_ru', 'lang_en', 'role_waiter', 'role_sommelier'],
  ])
  await signInAs(waiter)
  await expectRoomForFingers(page, { ...own, [`/settings/cards/${rows[0].id}/edit`]: 'Удалить карту' })
  // Without tags there is nothing to miss.
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: /^Убрать: / })).toHaveCount(4)
})
