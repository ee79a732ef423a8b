import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { pageScript } from '../releases/patched-copy.ts'
import type { ReleasedPortal } from '../releases/released-portal.ts'
import { chooseInMenu, remotes, showsSection, test, versionsIn } from '../releases/sections.ts'
import { releaseCommand } from '../releases/working-copy.ts'

const wording = {
  file: pageScript,
  to: (text: string) => text.replace('Последние чаевые', 'Недавние чаевые'),
}

// spec: 2.43
test('an open tab stays on its releases, and loads the new one when the user accepts it @phone', async ({
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

  await test.step('not over a form with unsaved input', async () => {
    await expect(page.getByText('Комиссия', { exact: true })).toBeVisible()
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

test('a release of the shell and all remotes leaves open tabs as they are, changes new pages, and is rolled back as one @phone', async ({
  context,
  portal,
}) => {
  const before = await portal.composeWith('18.3.1')
  const all = Object.keys(before)
  const tab = await context.newPage()
  await tab.goto(`${portal.url}/`)
  await showsSection(tab, 'mfe-tips')

  const onlyTips = releaseCommand(portal, ['release', 'mfe-tips', '--no-tests'])
  await expect(onlyTips).rejects.toThrow('Conflicts: mfe-tips × shell')
  await releaseCommand(portal, ['release', ...all, '--no-tests'])
  await expect.poll(() => versionsLive(portal)).not.toEqual(before)
  const after = await versionsLive(portal)

  await runsEverywhere(tab, before)
  const page = await context.newPage()
  await page.goto(`${portal.url}/`)
  await runsEverywhere(page, after)

  await test.step('no remote falls back to a release that is incompatible with this shell', async () => {
    await context.route(`**/releases/mfe-payouts/${after['mfe-payouts']}/**`, (route) => route.abort())
    const failing = await context.newPage()
    await failing.goto(`${portal.url}/out`)
    await expect(failing.getByText('Раздел временно недоступен')).toBeVisible()
    expect(await versionsIn(failing, 'mfe-payouts')).not.toContain(before['mfe-payouts'])
  })

  const onlyShell = releaseCommand(portal, ['rollback', 'shell'])
  await expect(onlyShell).rejects.toThrow(new RegExp(`Conflicts: (mfe-\\w+ × shell(, )?){${all.length - 1}}`))
  await releaseCommand(portal, ['rollback', ...all])
  await expect.poll(() => versionsLive(portal)).toEqual(before)
  const again = await context.newPage()
  await again.goto(`${portal.url}/`)
  await runsEverywhere(again, before)
})

async function versionsLive({ url }: ReleasedPortal): Promise<Record<string, string>> {
  const { shell, remotes } = await (await fetch(`${url}/registry.json`)).json()
  return { shell, ...remotes }
}

async function runsEverywhere(page: Page, versions: Record<string, string>): Promise<void> {
  for (const remote of remotes) {
    await chooseInMenu(page, remote)
    await showsSection(page, remote)
    expect(await versionsIn(page, remote)).toEqual([versions[remote]])
  }
}
