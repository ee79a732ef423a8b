import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

// A page opened by a bookmark, a link or the installed app is the first of its document, so the history has no entry of
// the portal below it.

const shown = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** Waits until the browser has gone back from the history entry of a closed sheet. */
const settled = (page: Page) => expect.poll(() => page.evaluate(() => history.state?.overlays ?? 0)).toBe(0)

async function order(page: Page) {
  await page.getByLabel('Сумма').fill('500')
  await button(page, /^Вывести \d/).click()
  await expect(page.getByLabel('Код из СМС')).toBeVisible()
}

type Overlays = Record<string, (page: Page) => Promise<void>>

const pages: Record<string, Overlays> = {
  '/billing': {
    'the details of an operation': (page) => button(page, /\+500/).click(),
    'the period': (page) => button(page, 'Период').click(),
    'the menu': (page) => button(page, 'Открыть меню').click(),
  },
  '/out': {
    'the code': order,
  },
}

test.beforeEach(async ({ newUser, bookTips, addCard, signInAs, allowedConsole }) => {
  // The sign-in fixture causes the first in the blank page below the portal. Requesting a code again causes the 429.
  allowedConsole.patterns.push(/SecurityError.*sessionStorage/, /429/)
  const user = await newUser('Мария Котова', [{ restaurant: 'Берег', isDefault: true }])
  await newUser('Глеб Орлов', [{ beside: user.workplaces[0] }])
  await bookTips(user, [{ amount: 500 }])
  await addCard(user)
  await signInAs(user)
})

for (const [address, overlays] of Object.entries(pages)) {
  test(`«Назад» closes each sheet on ${address}, and then leaves the first page of a document`, {
    tag: ['@phone', '@remotes'],
  }, async ({ page }) => {
    await page.goto(address)
    const url = page.url()

    for (const [name, open] of Object.entries(overlays)) {
      await test.step(name, async () => {
        await open(page)
        await expect(shown(page)).toBeVisible()
        await page.goBack()
        await expect(shown(page)).toHaveCount(0)
        // «Вперёд» does not open the closed sheet again, and a sheet that was closed otherwise leaves no history entry.
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
test('a reload or a navigation from an open sheet leaves no history entry behind', {
  tag: ['@phone', '@remotes'],
}, async ({ page }) => {
  // At this width the menu is beside the sheet, but the details are not beside the list.
  await page.setViewportSize({ width: 1000, height: 800 })
  await page.goto('/billing')
  await button(page, /\+500/).click()
  await expect(shown(page)).toBeVisible()
  await page.reload()
  await expect(button(page, /\+500/)).toBeVisible()
  await settled(page)

  // The user navigates at different moments while the sheet closes.
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
