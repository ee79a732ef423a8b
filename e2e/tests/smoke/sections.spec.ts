import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type LiveManifest, liveManifest, liveRemotes } from '@portal/test-kit/live-manifest'
import { openMenu, untilLive } from '@portal/test-kit/steps'
import { expect, test } from '@portal/test-kit/test'
import type { WorkplaceOptions } from '@portal/test-kit/users'

const { E2E_PORTAL: deployed } = process.env
/** The portal of this machine starts after this file is read, with the remotes of the repository. */
const names = deployed
  ? await liveRemotes(deployed)
  : globSync('mfe-*', { cwd: join(import.meta.dirname, '../../..') }).filter(hasUserOfThisMachine)

/** Two operators decide who is the default employee, and the portal of this machine has one. */
function hasUserOfThisMachine(name: string): boolean {
  return name !== 'mfe-payouts'
}

for (const name of names) {
  test(`each page of ${name} opens by its address, and its section from the menu`, {
    tag: ['@smoke', `@${name}`],
  }, async ({ page, portalOrigin, target, newUser, signInAs, expectAccessible, allowedConsole }) => {
    // What an address with a made-up id names is not there.
    allowedConsole.patterns.push(/404/)
    const { routes, menu } = await liveManifest(portalOrigin, name, target.release)
    await signInAs(await newUser('Мария Котова', [requiredWorkplace(routes)]))
    for (const route of routes) {
      await test.step(route.path, async () => {
        await page.goto(route.path.replace(/:\w+\??/g, randomUUID()))
        await showsRoute(page, route)
        // The screens of the portal on this machine are checked by axe in screens.spec.ts.
        if (deployed) await expectAccessible(page)
      })
    }
    const item = menu.find(({ requires }) => !isRight(requires) && requires !== 'money')
    if (!item) return
    await page.goto(item.path === '/' ? '/settings' : '/')
    await openMenu(page)
    await page.getByRole('link', { name: item.label, exact: true }).click()
    await expect(page).toHaveURL(new URL(item.path, portalOrigin).href)
    await showsPage(page, routes.find(({ path }) => path === item.path)?.title ?? item.label)
  })
}

/** Returns whether a page needs a right, which operators grant and few users have. */
function isRight(requirement: string | undefined): boolean {
  return requirement !== undefined && !['default-employee', 'manager', 'money'].includes(requirement)
}

/** Returns the workplace of a user who may open all of these routes. */
function requiredWorkplace(routes: LiveManifest['routes']): WorkplaceOptions {
  const isRequired = (requirement: string) => routes.some(({ requires }) => requires === requirement)
  return { isDefault: isRequired('default-employee'), isManager: isRequired('manager') }
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

async function showsRoute(page: Page, { title, layout, requires }: LiveManifest['routes'][number]): Promise<void> {
  // Only the main layout shows the title in the page.
  if (layout !== 'main') return expect.poll(() => page.title()).toContain(title)
  if (!isRight(requires)) return showsPage(page, title)
  await expect(page.getByText(title, { exact: true }).or(page.getByText('Доступ запрещен')).first()).toBeVisible()
}

/** Expects the page to be complete, with the code of its own section. */
async function showsPage(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible()
  await untilLive(page)
  await expect(page.locator('main [data-skeleton]')).toHaveCount(0)
  await expect(page.getByText('Раздел временно недоступен')).toHaveCount(0)
}
