import { openMenu } from '@portal/test-kit/steps'
import { expect, test } from '../fixtures.ts'

// spec: 2.43
test('only its section fails when a remote does not load, and «Повторить» restores it', async ({
  page,
  newWaiter,
  bookTips,
  signInAs,
  allowedConsole,
}) => {
  allowedConsole.patterns.push(/Failed to load resource|preload|RemoteError/)
  const waiter = await newWaiter()
  await bookTips(waiter, [{ amount: 300 }])
  await signInAs(waiter)
  const files = /\/releases\/mfe-payouts\//
  await page.route(files, (route) => route.abort())

  await page.goto('/out')
  await expect(page.getByText('Раздел временно недоступен')).toBeVisible()

  await test.step('other sections work', async () => {
    await openMenu(page)
    await page.getByRole('link', { name: 'Операции', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Операции' })).toBeVisible()
    await expect(page.getByText('Раздел временно недоступен')).toHaveCount(0)
  })

  await test.step('the section comes back in the same page', async () => {
    await page.goBack()
    await expect(page.getByText('Раздел временно недоступен')).toBeVisible()
    await page.unroute(files)
    await page.getByRole('button', { name: 'Повторить' }).click()
    await expect(page.getByText('Раздел временно недоступен')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  })
})

test('the files of the shell contain no address of a remote', async ({ page, request, newWaiter, signInAs }) => {
  await signInAs(await newWaiter())
  const scripts: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/releases/shell/') && response.url().endsWith('.js')) scripts.push(response.url())
  })
  await page.goto('/')
  await expect(page.getByText('Доступно к выводу')).toBeVisible()
  expect(scripts.length).toBeGreaterThan(0)
  for (const url of scripts) {
    const source = await (await request.get(url)).text()
    expect(source).not.toMatch(/mfe-\w/)
  }
})

test('a page of each remote uses the shell’s copy of React, router, store and client', async ({
  page,
  newWaiter,
  bookTips,
  signInAs,
}) => {
  const waiter = await newWaiter('Мария Котова', [{ isManager: true }])
  await bookTips(waiter, [{ amount: 300 }])
  await signInAs(waiter)
  const marks = {
    'react-dom': 'Minified React error',
    'api client': 'The response is not of the API',
    zustand: 'chaevye:user',
  }
  const copies: Record<string, Set<string>> = { 'react-dom': new Set(), 'api client': new Set(), zustand: new Set() }
  page.on('response', async (response) => {
    if (!/\.js(\?|$)/.test(response.url())) return
    const source = await response.text().catch(() => '')
    for (const [name, mark] of Object.entries(marks)) {
      if (source.includes(mark)) copies[name]?.add(new URL(response.url()).pathname)
    }
  })
  await page.goto('/')
  await expect(page.getByText('Доступно к выводу')).toBeVisible()
  for (const name of ['Операции', 'Вывод средств', 'Настройки', 'Команда']) {
    await openMenu(page)
    await page.getByRole('navigation', { name: 'Меню' }).getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  }
  for (const [name, files] of Object.entries(copies)) expect([...files], name).toHaveLength(1)
})
