import type { Page } from '@playwright/test'
import { openMenu } from '@portal/test-kit/steps'
import { createPasskey, withDevice } from '../fixtures/passkey-device.ts'
import { press } from '../fixtures/steps.ts'
import { grantRight } from '../fixtures/users.ts'
import { expect } from '../fixtures.ts'
import { test as base } from '../releases/sections.ts'

/** The passkey is one of this portal, so its own API has to verify it. */
const test = base.extend(withDevice)
test.use({ hasOwnApi: true })

const panel = (page: Page, name: string) => page.getByRole('region', { name })

/** Chooses what to do with a version, and confirms it by the passkey. */
async function change(page: Page, action: RegExp, submit: string): Promise<void> {
  await press(page, 'Версии и действия: mfe-tips')
  await press(page, action)
  await page.getByRole('button', { name: submit, exact: true }).dblclick()
  await expect(page.getByRole('dialog')).toBeHidden()
}

// spec: 2.130, 2.131, 2.132, 2.133, 2.134, 8.6
test('a user with the right rolls back, tries the withdrawn release on some browsers, and shows it to all', {
  tag: '@mfe-releases',
}, async ({ page, portal, newUser, signInAs, database, device, readCode }) => {
  const { pointer, before } = await portal.release('mfe-tips')
  const { version } = pointer
  const user = await newUser('Глеб Орлов')
  await signInAs(user)
  // The user of the fixture signed in first in this browser.
  const { id, name } = user
  await page.addInitScript((user) => localStorage.setItem('chaevye:user', user), JSON.stringify({ id, name }))

  await test.step('others are refused, and have no menu item', async () => {
    await page.goto(`${portal.url}/releases?debug=federation`)
    await expect(page.getByText('Доступ запрещен')).toBeVisible()
    await openMenu(page)
    await expect(page.getByRole('navigation', { name: 'Меню' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Релизы' })).toHaveCount(0)
    await expect(panel(page, 'Код этой страницы')).toHaveCount(0)
    expect((await page.request.get(`${portal.url}/api/v1/releases`)).status()).toBe(403)
  })

  await grantRight(database, user, 'releases')
  await page.goto(portal.url)
  await openMenu(page)
  await page.getByRole('link', { name: 'Релизы' }).click()
  await expect(panel(page, 'mfe-tips')).toContainText(version)

  await test.step('without a passkey nothing is changed', async () => {
    await press(page, 'Версии и действия: mfe-tips')
    await press(page, /^Откатить на неё/)
    await page.getByRole('link', { name: 'Добавить ключ доступа' }).click()
    await createPasskey(page, user, readCode)
    await page.goto(`${portal.url}/releases`)
  })

  await test.step('rolls back; pages get the previous release', async () => {
    const signatures = await device.signatures()
    await change(page, /^Откатить на неё/, `Вернуть mfe-tips на ${before}`)
    expect(await device.signatures()).toBe(signatures + 1)
    await expect(panel(page, 'mfe-tips')).toContainText('Глеб Орлов')
    await expect
      .poll(async () => (await (await page.request.get(`${portal.url}/registry.json`)).json()).remotes['mfe-tips'])
      .toBe(before)
  })

  await test.step('tries the withdrawn release, then shows it to all', async () => {
    await change(page, new RegExp(`^Канарейка…: ${version}`), `Начать канарейку mfe-tips ${version}`)
    await expect(panel(page, 'mfe-tips').getByText(/Канарейка 10/)).toBeVisible()

    await page.goto(`${portal.url}/?debug=federation`)
    const running = panel(page, 'Код этой страницы').getByRole('row', { name: /^mfe-tips.*работает/ })
    await expect(running).toContainText(/текущий|канарейка/)
    await press(page, 'Закрыть')
    await openMenu(page)
    await page.getByRole('link', { name: /^Релизы.*1.канарейка$/ }).click()
    await change(page, new RegExp(`^Показать всем: ${version}`), `Показать всем mfe-tips ${version}`)
    await expect
      .poll(async () => (await (await page.request.get(`${portal.url}/registry.json`)).json()).remotes['mfe-tips'])
      .toBe(version)
  })

  await test.step('the history names each change once, and who has made it', async () => {
    await page.getByText('Журнал', { exact: true }).click()
    const changes = page.getByRole('list', { name: 'Что менялось' }).getByRole('listitem')
    await expect(changes.filter({ hasText: 'Глеб Орлов' })).toHaveCount(3)
    const { rows } = await database.query(
      `select after->>'kind' as kind from audit_event where actor = $1::text and subject_id = 'mfe-tips' order by id`,
      [user.id],
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['rollback', 'canary', 'promote'])
  })

  await test.step('compares, and shows who imports what', async () => {
    await page.getByText('Сравнение', { exact: true }).click()
    await expect(page.getByRole('table', { name: 'Размер файлов' })).toBeVisible()
    await page.getByText('Связи', { exact: true }).click()
    await expect(page.getByRole('img', { name: /mfe-tips: / })).toBeVisible()
  })
})
