import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { listenLocally } from '@portal/command/free-ports'
import { openMenu } from '@portal/test-kit/steps'
import { expectNothingStored, goOffline, untilCached } from '../fixtures/offline-storage.ts'
import { password, type TestUser } from '../fixtures/users.ts'
import { expect, test } from '../fixtures.ts'

test.use({ serviceWorkers: 'allow' })

test.beforeEach(({ allowedConsole }) => {
  allowedConsole.patterns.push(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 401|RemoteError|ApiError: 0 offline/)
})

const nbsp = '\u00A0'
const withoutNetwork = 'Нет соединения с интернетом'
const dataTime = /Данные на \d{2}\.\d{2}\.20\d{2},\s\d{2}:\d{2}/

async function signIn(page: Page, { phone }: TestUser): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Телефон').fill(phone.slice(2))
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Войти' }).click()
  await expect(page.getByText('Последние чаевые')).toBeVisible()
}

// spec: 2.31, 2.32
test('a returning user reads the balance and the operations without a network', { tag: '@mfe-tips' }, async ({
  page,
  context,
  newUser,
  bookTips,
  signInAs,
  expectAccessible,
}) => {
  const user = await newUser('Мария Котова', [{ restaurant: 'Кафе «Причал»' }])
  await bookTips(user, [{ amount: 1300, comment: 'Спасибо за вечер' }])
  await signInAs(user)
  await page.goto('/')
  await expect(page.getByText('Последние чаевые')).toBeVisible()
  await untilCached(page)
  await goOffline(context, page)
  await expect(page.getByText(dataTime)).toBeVisible()

  await test.step('after a reload', async () => {
    await page.reload()
    await expect(page.getByText(`1${nbsp}300${nbsp}₽`).first()).toBeVisible()
    await expect(page.getByText('Спасибо за вечер')).toBeVisible()
    await expect(page.getByText(dataTime)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Нужен интернет' })).toBeDisabled()
    await expectAccessible(page)
  })

  await test.step('on a page where they have not been yet, with the details', async () => {
    await page.goto('/billing')
    await expect(page.getByText(dataTime)).toBeVisible()
    await page.getByRole('button', { name: /Чаевые.*1\s300/ }).click()
    const details = page.getByRole('dialog').or(page.getByRole('region', { name: 'Чаевые', exact: true }))
    await expect(details.getByText('Спасибо за вечер')).toBeVisible()
    await page.goto('/trend')
    await expect(page.getByRole('region', { name: 'Месяцы' })).toContainText(`1${nbsp}300${nbsp}₽`)
  })

  await test.step('on the settings and the help, and says only once on each page that there is no network', async () => {
    await page.goto('/settings')
    await page.getByText('Тёмная').click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.getByRole('link', { name: /^Помощь/ }).click()
    await page.getByText('Когда придут выведенные деньги').click()
    await expect(page.getByText(/^Обычно на карту/)).toBeVisible()
    for (const path of ['/settings', '/settings/help', '/out', '/profile']) {
      await page.goto(path)
      await expect(page.getByText(withoutNetwork)).toHaveCount(1)
      await expect(page.getByRole('main').locator('[data-skeleton]')).toHaveCount(0)
      await expect(page.getByText(withoutNetwork)).toHaveCount(1)
    }
  })

  await test.step('from a cold start', async () => {
    const started = await context.newPage()
    await page.close()
    await started.goto('/')
    await expect(started.getByText(`+1${nbsp}300${nbsp}₽`)).toBeVisible()
    await expect(started.getByText(dataTime)).toBeVisible()
    await started.close()
  })
})

test('new data load once the network returns', { tag: '@mfe-tips' }, async ({
  page,
  context,
  newUser,
  bookTips,
  signInAs,
}) => {
  const user = await newUser()
  await bookTips(user, [{ amount: 300 }])
  await signInAs(user)
  await page.goto('/')
  await untilCached(page)
  await goOffline(context, page)
  await page.reload()
  await expect(page.getByText(dataTime)).toBeVisible()
  await bookTips(user, [{ amount: 500 }])

  await context.setOffline(false)
  await expect(page.getByText(`+500${nbsp}₽`)).toBeVisible()
  await expect(page.getByText(`800${nbsp}₽`).first()).toBeVisible()
  await expect(page.getByText(dataTime)).toHaveCount(0)
  await expect(page.getByText(withoutNetwork)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Вывести всё' })).toBeVisible()
})

// spec: 2.31, 2.32
test('signing out deletes the user’s data in every tab, and the next user sees nothing of it', {
  tag: '@mfe-tips',
}, async ({ page, context, newUser, bookTips }) => {
  const maria = await newUser('Мария Котова', [{ restaurant: 'Кафе «Причал»' }])
  const ivan = await newUser('Иван Гусев', [{ restaurant: 'Бар «Маяк»' }])
  await bookTips(maria, [{ amount: 1300 }])
  await bookTips(ivan, [{ amount: 70 }])
  await signIn(page, maria)
  const otherTab = await context.newPage()
  await otherTab.goto('/billing')
  await untilCached(otherTab)

  await test.step('signed out', async () => {
    await openMenu(page)
    await page.getByRole('button', { name: 'Выход' }).click()
    for (const tab of [page, otherTab]) {
      await expect(tab.getByRole('heading', { name: 'Вход' })).toBeVisible()
      await expectNothingStored(maria, tab)
    }
    await goOffline(context, page)
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible()
    await expectNothingStored(maria, page)
    await context.setOffline(false)
  })

  await test.step('the next user', async () => {
    await otherTab.close()
    await signIn(page, ivan)
    await untilCached(page)
    await goOffline(context, page)
    await page.goto('/')
    await expect(page.getByText(`+70${nbsp}₽`)).toBeVisible()
    await expect(page.getByText(`1${nbsp}300`)).toHaveCount(0)
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Причал')
  })
})

test('the login and the card form are never served from the cache', { tag: '@mfe-tips' }, async ({
  page,
  context,
  newUser,
  bookTips,
}) => {
  const user = await newUser()
  await bookTips(user, [{ amount: 300 }])
  await signIn(page, user)
  await untilCached(page)
  await goOffline(context, page)
  for (const path of ['/cards/card-form', '/login', '/i/DEMO-BEREZKA', '/demo/sms']) {
    await expect(page.goto(path)).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  }
})

test('a page is requested while the service worker starts, which opens it where there is no network', {
  tag: '@mfe-tips',
}, async ({ page, context, newUser, signInAs }) => {
  await signInAs(await newUser())
  await page.goto('/')
  await untilCached(page)
  const client = await context.newCDPSession(page)
  await client.send('ServiceWorker.enable')

  await client.send('ServiceWorker.stopAllWorkers')
  const response = await page.goto('/billing')
  // A request of the worker would have the destination «empty».
  expect((await response?.request().allHeaders())?.['sec-fetch-dest']).toBe('document')

  await goOffline(context, page)
  await client.send('ServiceWorker.stopAllWorkers')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Чаевые' })).toBeVisible()
})

// spec: 2.41
test('the portal can be installed', { tag: '@mfe-tips' }, async ({ page, context, newUser, signInAs }) => {
  await signInAs(await newUser())
  await page.goto('/')
  const client = await context.newCDPSession(page)
  const { data, errors } = await client.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Чаевые', lang: 'ru', display: 'standalone' })
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors')
  // A full Chromium warns about every test: each has a context without persistent storage, like a private window.
  const ofThePortal = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')
  expect(ofThePortal).toEqual([])
})

test('a site that opens the portal in a window has no hold of it, also where its pages pass through the service worker', {
  tag: '@phone',
}, async ({ page, context, baseURL, newUser, signInAs }) => {
  await signInAs(await newUser())
  await page.goto('/')
  await untilCached(page)
  const site = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html')
    response.end(`<button onclick="opened = window.open('${baseURL}')">Open</button>`)
  })
  const other = await context.newPage()
  await other.goto(await listenLocally(site))
  const isClosedFor = async () => {
    const [opened] = await Promise.all([other.waitForEvent('popup'), other.getByRole('button').click()])
    await expect(opened.getByText('Доступно к выводу')).toBeVisible()
    return await other.evaluate(() => Reflect.get(window, 'opened').closed)
  }
  expect(await isClosedFor()).toBe(true)
  await page.evaluate(async () => await (await navigator.serviceWorker.getRegistration())?.unregister())
  expect(await isClosedFor()).toBe(true)
  site.closeAllConnections()
})
