import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

// A bookmark, a link, the installed app: the page is the first of its document, and below it there is nothing of the portal.

const shown = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** The browser steps back from the entry of a closed sheet in its own time. */
const settled = (page: Page) => expect.poll(() => page.evaluate(() => history.state?.overlays ?? 0)).toBe(0)

async function order(page: Page) {
  await page.getByLabel('Сумма').fill('500')
  await button(page, 'Вывести').click()
}

type Overlays = Record<string, (page: Page) => Promise<void>>

const pages: Record<string, Overlays> = {
  '/billing': {
    'the details of an operation': (page) => button(page, /\+500/).click(),
    'the period': (page) => button(page, 'За всё время').click(),
    'the menu': (page) => button(page, 'Открыть меню').click(),
  },
  '/out': {
    'the confirmation': order,
    'the code': async (page) => {
      await order(page)
      await button(page, 'Подтвердить').click()
      await expect(page.getByLabel('Код из СМС')).toBeVisible()
    },
  },
  '/transfer': { 'a list': (page) => page.getByLabel('Кому').click() },
  '/settings/phone': {
    'the code': async (page) => {
      await page.getByLabel('Текущий пароль').fill('demo-Chaevye-1')
      await page.getByLabel('Новый телефон').fill('9991112233')
      await button(page, 'Получить код').click()
    },
  },
}

test.beforeEach(async ({ newWaiter, bookTips, addCard, signInAs, allowedConsole }) => {
  // The fixture that signs in writes the first in the blank page below the portal; a code that is requested again is a 429.
  allowedConsole.patterns.push(/SecurityError.*sessionStorage/, /429/)
  const waiter = await newWaiter('Мария Котова', [{ restaurant: 'Берег', isDefault: true }])
  await newWaiter('Глеб Орлов', [{ beside: waiter.places[0] }])
  await bookTips(waiter, [{ amount: 500 }])
  await addCard(waiter)
  await signInAs(waiter)
})

for (const [address, overlays] of Object.entries(pages)) {
  test(`«Назад» on ${address}, the first page of its document, closes what is open and then leaves`, {
    tag: '@phone',
  }, async ({ page }) => {
    await page.goto(address)
    const url = page.url()

    for (const [name, open] of Object.entries(overlays)) {
      await test.step(name, async () => {
        await open(page)
        await expect(shown(page)).toBeVisible()
        await page.goBack()
        await expect(shown(page)).toHaveCount(0)
        // Nor does «forward» open what was closed, and a sheet that was closed by itself leaves nothing to go back to.
        await page.goForward()
        await settled(page)
        await expect(shown(page)).toHaveCount(0)
        await open(page)
        await expect(shown(page)).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(shown(page)).toHaveCount(0)
        await settled(page)
        expect(page.url()).toBe(url)
      })
    }
    await page.goBack()
    expect(page.url()).toBe('about:blank')
  })
}

// spec: 4.2
test('neither a reload nor a navigation from an open sheet leaves an entry behind', { tag: '@phone' }, async ({
  page,
}) => {
  // The menu stands beside the sheet; the details are not beside the list yet.
  await page.setViewportSize({ width: 1000, height: 800 })
  await page.goto('/billing')
  await button(page, /\+500/).click()
  await expect(shown(page)).toBeVisible()
  await page.reload()
  await expect(button(page, /\+500/)).toBeVisible()
  await settled(page)

  // The entry of the sheet is left at any moment of its closing.
  for (let turns = 0; turns < 6; turns += 1) {
    await button(page, /\+500/).click()
    await expect(shown(page)).toBeVisible()
    await button(page, 'Закрыть').evaluate(async (close: HTMLElement, wait) => {
      close.click()
      for (let turn = 0; turn < wait; turn += 1) await new Promise((resolve) => setTimeout(resolve))
      document.querySelector<HTMLElement>('nav a[href="/settings"]')?.click()
    }, turns)
    await expect(page.getByRole('heading', { level: 1, name: 'Настройки' })).toBeVisible()
    await settled(page)
    await expect(page).toHaveURL(/\/settings$/)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1, name: 'Операции' })).toBeVisible()
    await expect(page).toHaveURL(/\/billing$/)
    await settled(page)
  }
  await page.goBack()
  expect(page.url()).toBe('about:blank')
})
