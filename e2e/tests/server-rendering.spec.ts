import { createServer } from 'node:http'
import type { Page, Request, Response } from '@playwright/test'
import { listenLocally } from '@portal/command/free-ports'
import { Right } from '@portal/contracts/right'
import { readLive } from '@portal/platform/releases/live'
import { distFolder } from '@portal/platform/releases/release-settings'
import { readRegistry, readRelease } from '@portal/platform/releases/releases'
import { createFolderStore } from '@portal/platform/releases/stores/folder-store'
import { dropLongTimers } from '@portal/test-kit/freeze'
import { openFrames, openRendered, untilLive } from '@portal/test-kit/steps'
import { recordLayoutShifts } from '../fixtures/layout-shifts.ts'
import { expect, test } from '../fixtures.ts'

/** Requirements that the user of these tests does not meet. */
const rights: readonly unknown[] = Right.options

const scripts = /\/releases\/.*\.js/

/** Opens a page whose scripts wait until the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => Promise<void>> {
  let start = () => {}
  const started = new Promise<void>((resolve) => {
    start = resolve
  })
  await page.route(scripts, async (route) => {
    await started
    await route.continue()
  })
  await openRendered(page, path, 'commit')
  return async () => {
    start()
    await untilLive(page)
  }
}

/**
 * Returns the path of each page of a remote that a signed-in user opens by its address, apart from those of one card or
 * phone, and of those with the right to releases.
 */
async function ownPages(): Promise<string[]> {
  const store = createFolderStore(distFolder)
  const { names } = await readRegistry(store)
  const { remotes } = await readLive(names, (name, pointer) => readRelease(store, name, pointer))
  return remotes
    .flatMap(({ current }) => current.manifest.routes)
    .filter(({ path, layout, requires }) => layout === 'main' && !path.includes(':') && !rights.includes(requires))
    .map(({ path }) => path)
}

// spec: 2.28
test('each page is rendered on the server, and its code takes it over without a shift, an error or another request for data', {
  tag: '@remotes',
}, async ({ page, newUser, bookTips, addCard, signInAs }) => {
  const user = await newUser('Мария Котова', [{ restaurant: 'Берег', isDefault: true, isManager: true }])
  await newUser('Глеб Орлов', [{ beside: user.workplaces[0] }])
  await bookTips(user, [{ amount: 700, comment: 'Спасибо <3 </script>' }])
  await addCard(user)
  await signInAs(user)
  // What the page loads when it is idle requests data too.
  await dropLongTimers(page)
  const { shifts } = await recordLayoutShifts(page)
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  for (const path of await ownPages()) {
    const reads: string[] = []
    const listen = (request: Request) => {
      if (/\/api\/v1\/(?!telemetry|events)/.test(request.url())) reads.push(request.url())
    }
    // A page that has arrived as the frame requests data until it is left.
    const forget = (response: Response) => response.request().isNavigationRequest() && reads.splice(0)
    page.on('response', forget)
    page.on('request', listen)
    await openRendered(page, path)
    await untilLive(page)
    page.off('request', listen)
    page.off('response', forget)
    expect([path, ...reads]).toEqual([path])
    expect([path, ...(await shifts())]).toEqual([path])
    expect([path, ...problems]).toEqual([path])
  }
})

test('the balance is in the HTML, which no cache stores, and another user’s is not', {
  tag: ['@remotes', '@phone'],
}, async ({ newUser, bookTips, signInAs, newContext }) => {
  const users = await Promise.all(
    ['Мария Котова', 'Глеб Орлов', 'Юлия Сон'].map(async (name, index) => {
      const user = await newUser(name)
      await bookTips(user, [{ amount: 1111 * (index + 1) }])
      const context = await newContext()
      await signInAs(user, context)
      return { name, context, sum: new RegExp(`${index + 1}\\s${String(111 * (index + 1)).padStart(3, '0')}\\s₽`) }
    }),
  )
  /** Returns whether the page came rendered. A busy server sends the frame, or 429. */
  const openPage = async ({ name, context, sum }: (typeof users)[number]): Promise<boolean> => {
    const response = await context.request.get('/', { headers: { accept: 'text/html' } })
    const html = await response.text()
    for (const other of users) if (other.name !== name) expect(html).not.toContain(other.name)
    if (!html.includes('id="rendered"')) return false
    expect(html).toContain(name)
    expect(html).toMatch(sum)
    expect(response.headers()['cache-control']).toBe('no-store')
    return true
  }
  await Promise.all(Array.from({ length: 20 }, () => users.map(openPage)).flat())
  for (const user of users) await expect.poll(() => openPage(user)).toBe(true)
})

test('what is typed, chosen and tapped before the code of the page is there is not lost', {
  tag: ['@remotes', '@phone'],
}, async ({ page, newUser, bookTips, addCard, signInAs }) => {
  const user = await newUser()
  await bookTips(user, [{ amount: 5000 }])
  await addCard(user)
  await signInAs(user)
  const start = await openWithoutScripts(page, '/out')
  await page.getByLabel('Сумма').pressSequentially('15')
  await start()
  await page.getByLabel('Сумма').press('End')
  await page.getByLabel('Сумма').pressSequentially('00')
  await expect(page.getByLabel('Сумма')).toHaveValue(/^1\s?500/)
  await expect(page.getByText('Придёт', { exact: true }).locator('..')).toContainText('₽')

  const startList = await openWithoutScripts(page, '/billing')
  await page.getByText('Выводы', { exact: true }).click()
  await page.getByRole('button', { name: 'Скрыть суммы' }).click()
  await startList()
  await expect(page.getByText('По фильтру ничего не найдено')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Показать суммы' })).toBeVisible()
})

test('a page stays readable where its code does not load, and «Повторить» brings it to life', {
  tag: ['@remotes', '@phone'],
}, async ({ page, newUser, bookTips, signInAs, allowedConsole }) => {
  // The text of a 404 does not have the integrity of the list of files.
  allowedConsole.patterns.push(/404|RemoteError|not load|files\.json/)
  const user = await newUser()
  await bookTips(user, [{ amount: 4321 }])
  await signInAs(user)
  await page.route(/\/releases\/mfe-tips\/.*/, (route) => route.fulfill({ status: 404 }))
  await openRendered(page, '/')
  await expect(page.getByText('Раздел временно недоступен')).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByText(/4\s321/)
      .first(),
  ).toBeVisible()
  await page.unroute(/\/releases\/mfe-tips\/.*/)
  await page.getByRole('button', { name: 'Повторить' }).click()
  await expect(page.getByText('Раздел временно недоступен')).toHaveCount(0)
  await expect(page.getByText('Последние чаевые')).toBeVisible()
})

/** Serves the portal under another origin, where the first response with each file of a release ends in its middle. */
async function startCutting(baseURL: string | undefined): Promise<{ origin: string; stop(): void }> {
  const cut = new Set<string>()
  const server = createServer(async ({ method, url = '', headers }, response) => {
    if (method === 'POST') return response.writeHead(204).end()
    const { cookie = '', accept = '' } = headers
    const page = String(headers['portal-page'] ?? '')
    const answered = await fetch(`${baseURL}${url}`, {
      headers: { cookie, accept, 'x-requested-with': 'portal', 'portal-page': page },
    })
    const content = Buffer.from(await answered.arrayBuffer())
    const [path = ''] = url.split('?')
    const isCut = path.startsWith('/releases/') && !cut.has(path)
    cut.add(path)
    response.writeHead(answered.status, {
      'content-type': answered.headers.get('content-type') ?? '',
      'content-length': content.length,
      'access-control-allow-origin': '*',
    })
    if (isCut) response.write(content.subarray(0, content.length / 2), () => response.destroy())
    else response.end(content)
  })
  // The cookies belong to this host.
  const origin = (await listenLocally(server)).replace('127.0.0.1', 'localhost')
  return { origin, stop: () => void server.close().closeAllConnections() }
}

test('each file of a page that is cut off is requested again, and nothing fails', {
  tag: ['@phone', '@remotes'],
}, async ({ page, baseURL, newUser, bookTips, signInAs, allowedConsole }) => {
  // The browser itself writes what it could not load.
  allowedConsole.patterns.push(
    /^Failed to load resource: net::ERR_|^Failed to find a valid digest|^Fetch API cannot load/,
  )
  const user = await newUser()
  await bookTips(user, [{ amount: 4321 }])
  await signInAs(user)
  for (const open of ['rendered', 'frame']) {
    const { origin, stop } = await startCutting(baseURL)
    if (open === 'frame') await openFrames(page)
    await page.goto(origin)
    await untilLive(page)
    // This text is in a slot.
    await expect(page.getByText('Выводов пока нет')).toBeVisible()
    await page.getByText('Месяц', { exact: true }).click()
    await expect(page.getByRole('radio', { name: 'Месяц' })).toBeChecked()
    await expect(page.getByText('Раздел временно недоступен')).toHaveCount(0)
    const stylesheets = page.locator('link[rel=stylesheet]')
    const haveLoaded = () => stylesheets.evaluateAll((links) => links.every((link) => (link as HTMLLinkElement).sheet))
    // Files of parts that are loaded ahead may still be requested again.
    await expect.poll(haveLoaded).toBe(true)
    stop()
  }
})

for (const [when, before] of [
  ['before the content', '<div id="root">'],
  ['after it', '<script type="application/json" id="registry">'],
] as const) {
  test(`a page whose server dies ${when} is requested again`, { tag: '@phone' }, async ({
    page,
    baseURL,
    newUser,
    bookTips,
    signInAs,
    allowedConsole,
  }) => {
    allowedConsole.patterns.push(/ERR_INCOMPLETE_CHUNKED_ENCODING/)
    const user = await newUser()
    await bookTips(user, [{ amount: 4321 }])
    await signInAs(user)
    await page.clock.install()
    let pages = 0
    const server = createServer(async ({ method, url, headers }, response) => {
      if (method === 'POST') return response.writeHead(204).end()
      const { cookie = '', accept = '' } = headers
      const answered = await fetch(`${baseURL}${url}`, { headers: { cookie, accept, 'x-requested-with': 'portal' } })
      const type = answered.headers.get('content-type') ?? ''
      response.writeHead(answered.status, { 'content-type': type, 'access-control-allow-origin': '*' })
      if (url === '/') pages += 1
      if (url !== '/' || pages > 1) return response.end(Buffer.from(await answered.arrayBuffer()))
      const [arrived = ''] = (await answered.text()).split(before)
      response.write(arrived, () => response.destroy())
    })
    // The cookies belong to this host.
    const origin = (await listenLocally(server)).replace('127.0.0.1', 'localhost')
    let hasAsked = false
    page.on('request', (request) => {
      hasAsked ||= request.url().endsWith('/registry.json')
    })
    await page.goto(origin, { waitUntil: 'commit' })
    // Stops there, because in the following page a loader would count the time as that of a file.
    while (!hasAsked) await page.clock.fastForward(1_000)
    await expect(page.getByText('Последние чаевые')).toBeVisible()
    await expect.poll(() => pages).toBe(2)
    server.closeAllConnections()
  })
}
