import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { openMenu, untilLive } from '@portal/test-kit/steps'
import { expect, test } from '@portal/test-kit/test'
import type { WorkplaceOptions } from '@portal/test-kit/users'

type Section = { workplace?: WorkplaceOptions; inMenu: string; pages: Record<string, string> }

/** The pages of each remote, by its tag, with their headings, and who may open them. */
const sections: Record<string, Section> = {
  '@mfe-tips': { inMenu: 'Чаевые', pages: { '/': 'Чаевые', '/billing': 'Операции' } },
  '@mfe-payouts': {
    workplace: { isDefault: true },
    inMenu: 'Перевод средств',
    pages: { '/out': 'Вывод средств', '/transfer': 'Перевод средств', '/transfer/team': 'Разделить чаевые' },
  },
  '@mfe-settings': {
    inMenu: 'Настройки',
    pages: {
      '/profile': 'Личная карточка',
      '/settings': 'Настройки',
      '/settings/payout-methods': 'Способы вывода',
      '/settings/limits': 'Лимиты',
      '/settings/sessions': 'Активные сеансы',
      '/settings/help': 'Помощь',
    },
  },
  '@mfe-team': { workplace: { isManager: true }, inMenu: 'Команда', pages: { '/team': 'Команда' } },
}

for (const [tag, { workplace = {}, inMenu, pages }] of Object.entries(sections)) {
  test.describe(tag.slice(1), { tag: ['@smoke', tag] }, () => {
    test('each page opens by its address, and the section from the menu', async ({
      page,
      newUser,
      signInAs,
      expectAccessible,
    }) => {
      await signInAs(await newUser('Мария Котова', [workplace]))
      for (const [path, heading] of Object.entries(pages)) {
        await test.step(path, async () => {
          await page.goto(path)
          await showsPage(page, heading)
          await expectAccessible(page)
        })
      }
      await page.goto(tag === '@mfe-settings' ? '/' : '/settings')
      await openMenu(page)
      await page.getByRole('link', { name: inMenu, exact: true }).click()
      await showsPage(page, inMenu)
    })
  })
}

test.describe('mfe-tips', { tag: ['@smoke', '@mfe-tips'] }, () => {
  test('a tip appears on the open page without a reload', async ({ page, newUser, bookTips, signInAs }) => {
    const user = await newUser()
    await bookTips(user, [{ amount: 100 }])
    await signInAs(user)
    await page.goto('/')
    await showsPage(page, 'Чаевые')
    // The account may be in use for other tests, so the tip is found by its comment.
    const comment = `Проверка ${randomUUID()}`
    await bookTips(user, [{ amount: 100, comment }])
    await expect(page.getByRole('region', { name: 'Последние чаевые' }).getByText(comment)).toBeVisible()
  })
})

/** Expects the page to be complete, with the code of its own section. */
async function showsPage(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
  await untilLive(page)
  await expect(page.locator('main [data-skeleton]')).toHaveCount(0)
  await expect(page.getByText('Раздел временно недоступен')).toHaveCount(0)
}
