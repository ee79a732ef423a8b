import { expect, type Page } from '@playwright/test'
import { untilLive } from '@portal/test-kit/steps'
import { test as base } from '../fixtures.ts'
import { type ReleasedPortal, type RemoteName, startReleasedPortal } from './released-portal.ts'

/** Has a portal with its own releases, and a signed-in user with data for each section. */
export const test = base.extend<
  { signedIn: undefined },
  { hasServerRendering: boolean; hasOwnApi: boolean; hasOwnPortal: boolean; portal: ReleasedPortal }
>({
  // Menus and sheets that move take a tenth of the processor time of these tests, which do not look at them.
  contextOptions: { reducedMotion: 'reduce' },

  hasServerRendering: [true, { option: true, scope: 'worker' }],
  /** The portal has an API in its process, on the same database, instead of that of the portal under test. */
  hasOwnApi: [false, { option: true, scope: 'worker' }],
  /** Tests that add remotes share no portal with others: a portal keeps the remotes that are added. */
  hasOwnPortal: [false, { option: true, scope: 'worker' }],
  portal: [
    async ({ hasServerRendering, hasOwnApi }, use) => {
      const portal = await startReleasedPortal({ hasServerRendering, hasOwnApi })
      await use(portal)
      await portal.stop()
    },
    { scope: 'worker' },
  ],

  signedIn: [
    async ({ newUser, bookTips, addCard, signInAs, portal }, use) => {
      const user = await newUser('Мария Котова', [{ isManager: true }])
      await bookTips(user, [{ amount: 300 }])
      await addCard(user)
      await signInAs(user)
      await use(undefined)
      await portal.reset()
    },
    { auto: true },
  ],
})

/** For each remote: a page, a text that it shows, its link in the menu, and a page of another remote. */
export const sections: Record<RemoteName, { path: string; shows: string; link: string; elsewhere: string }> = {
  'mfe-tips': { path: '/', shows: 'Доступно к выводу', link: 'Чаевые', elsewhere: '/settings' },
  'mfe-payouts': { path: '/out', shows: 'Сумма', link: 'Вывод средств', elsewhere: '/settings' },
  'mfe-settings': { path: '/settings', shows: 'Способы вывода', link: 'Настройки', elsewhere: '/out' },
  'mfe-team': { path: '/team', shows: 'Сотрудники', link: 'Команда', elsewhere: '/settings' },
}

export const remotes = Object.keys(sections) as RemoteName[]

export async function chooseInMenu(page: Page, remote: RemoteName): Promise<void> {
  await page.getByRole('button', { name: 'Открыть меню' }).click()
  const menu = page.getByRole('navigation', { name: 'Меню' })
  await menu.getByRole('link', { name: sections[remote].link, exact: true }).click()
}

/** Waits until the section is there, and its code too: the server may have rendered it. */
export async function showsSection(page: Page, remote: RemoteName): Promise<void> {
  await expect(page.getByRole('main').getByText(sections[remote].shows).first()).toBeVisible()
  await expect(page.getByText('Раздел временно недоступен')).toHaveCount(0)
  await untilLive(page)
}

/** Returns the versions of a remote whose files this page has requested. */
export function versionsIn(page: Page, remote: RemoteName): Promise<string[]> {
  return page.evaluate((name) => {
    const files = performance.getEntriesByType('resource').map((entry) => entry.name.split('/releases/')[1] ?? '')
    const versions = files.filter((file) => file.startsWith(`${name}/`)).map((file) => file.split('/')[1] ?? '')
    return [...new Set(versions)]
  }, remote)
}
