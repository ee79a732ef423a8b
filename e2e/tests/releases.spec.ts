import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '../fixtures.ts'
import { chooseInMenu, showsSection, test, versionsIn } from '../releases/sections.ts'
import { pageScript } from '../releases/troubles.ts'

const wording = {
  file: pageScript,
  to: (text: string) => text.replace('Последние чаевые', 'Недавние чаевые'),
}

test('a tab that was open keeps its releases, is offered the new one, and takes it when asked @phone', async ({
  context,
  portal,
}) => {
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(`${portal.url}/`)
  await showsSection(page, 'mfe-tips')
  const before = await versionsIn(page, 'mfe-tips')

  await portal.release('mfe-tips', wording)
  await chooseInMenu(page, 'mfe-payouts')
  await page.getByRole('textbox', { name: 'Сумма' }).fill('150')
  await page.clock.fastForward('01:10')

  await test.step('never over what is typed', async () => {
    await expect(page.getByText('Комиссия')).toBeVisible()
    await expect(page.getByText('Вышло обновление портала')).toHaveCount(0)
  })

  await chooseInMenu(page, 'mfe-tips')
  await showsSection(page, 'mfe-tips')
  expect(await versionsIn(page, 'mfe-tips')).toEqual(before)
  await expect(page.getByText('Последние чаевые')).toBeVisible()

  await expect(page.getByText('Вышло обновление портала')).toBeVisible()
  await page.getByRole('button', { name: 'Обновить', exact: true }).click()
  await expect(page.getByText('Недавние чаевые')).toBeVisible()
})

test('a tab whose releases are gone reloads once and goes on @phone', async ({ context, portal }) => {
  const first = await portal.release('mfe-payouts', undefined, { previous: false })
  const page = await context.newPage()
  await page.goto(`${portal.url}/`)
  await showsSection(page, 'mfe-tips')
  const second = await portal.release('mfe-payouts', undefined, { previous: false })
  await rm(join(portal.folder, 'releases/mfe-payouts', first.release.version), { recursive: true })

  await chooseInMenu(page, 'mfe-payouts')
  await showsSection(page, 'mfe-payouts')
  expect(await versionsIn(page, 'mfe-payouts')).toEqual([second.release.version])
})

test('«Повторить» loads a section that has come back @phone', async ({ context, portal }) => {
  const { release } = await portal.release('mfe-settings', undefined, { previous: false })
  const page = await context.newPage()
  const files = `**/releases/mfe-settings/${release.version}/**`
  await context.route(files, (route) => route.abort())
  await page.goto(`${portal.url}/settings`)
  await expect(page.getByText('Раздел временно недоступен')).toBeVisible()
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByText('Раздел временно недоступен')).toBeVisible()
  await context.unroute(files)
  await page.getByRole('button', { name: 'Повторить' }).click()
  await showsSection(page, 'mfe-settings')
})
