import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { distFolder } from '@portal/platform/releases/release-settings'
import { readRegistry } from '@portal/platform/releases/releases'
import { createFolderStore } from '@portal/platform/releases/stores/folder-store'
import { expect, test } from '../fixtures.ts'

// An interaction is short on every machine when its code has run before.

const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true })

type Interaction = {
  path: string
  /** Exports of the parts that the page loads ahead. */
  parts: string[]
  target: (page: Page) => ReturnType<Page['locator']>
  result: (page: Page) => ReturnType<Page['locator']>
}

const interactions: Record<string, Interaction> = {
  'the calendar': {
    path: '/',
    parts: ['OpenedSheet', 'RangeCalendar'],
    target: button('Свой период'),
    result: (page) => page.getByRole('grid'),
  },
  'the code of a payout': {
    path: '/out?amount=all',
    parts: ['OpenedSheet'],
    target: button('Получить код'),
    result: (page) => page.getByLabel('Код из СМС'),
  },
  'the list of banks': {
    path: '/settings/sbp-phones/add',
    parts: ['SearchList'],
    target: (page) => page.getByRole('combobox', { name: 'Банк' }),
    result: (page) => page.getByRole('option').first(),
  },
}

for (const [name, { path, parts, target, result }] of Object.entries(interactions)) {
  test(`${name} on ${path} opens without loading or starting a module @phone`, { tag: '@remotes' }, async ({
    page,
    newUser,
    bookTips,
    addCard,
    signInAs,
  }) => {
    const user = await newUser()
    await bookTips(user, [{ amount: 500 }])
    await addCard(user)
    await signInAs(user)
    const started = await recordStartedModules(page)
    const live = page.waitForRequest('**/api/v1/events*')
    await page.goto(path)
    await expect(target(page)).toBeVisible()
    // Waits for everything that loads after the start: parts of the shell, and what the remote stores for use offline.
    await live
    const later = await Promise.all([
      findFile('offlineReads', 'mfe-tips'),
      ...parts.map((part) => findFile(part, 'shell')),
    ])
    for (const file of ['offline.js', ...later]) await loaded(page, file)
    const requested: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && requested.push(request.url()))

    await started()
    await target(page).click()
    await expect(result(page)).toBeVisible()
    expect(await started()).toEqual([])
    expect(requested).toEqual([])
  })
}

/** Returns a function that returns the modules that have run since its last call. */
async function recordStartedModules(page: Page): Promise<() => Promise<string[]>> {
  const client = await page.context().newCDPSession(page)
  await client.send('Profiler.enable')
  await client.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return async () => {
    const { result } = await client.send('Profiler.takePreciseCoverage')
    // webpack names the function of a module by its number.
    return result.flatMap(({ url, functions }) =>
      functions
        .filter(({ functionName, ranges }) => /^\d+$/.test(functionName) && ranges[0]?.count)
        .map(({ functionName }) => `${url} ${functionName}`),
    )
  }
}

/** Finds the file of a release with the module that exports this name. */
async function findFile(part: string, name: string): Promise<string> {
  const { names } = await readRegistry(createFolderStore(distFolder))
  const folder = join(distFolder, 'releases', name, String(names[name]?.current.version))
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'))
  const file = scripts.find((script) => readFileSync(join(folder, script), 'utf8').includes(`${part}:()=>`))
  if (!file) throw new Error(`${name} has no ${part}`)
  return file
}

/** Waits until a part has run, and the other files of its modules. webpack then removes their elements. */
async function loaded(page: Page, file: string): Promise<void> {
  await page.waitForFunction((name) => {
    const isRequested = performance.getEntriesByType('resource').some((entry) => entry.name.endsWith(`/${name}`))
    return isRequested && !document.querySelector('script[data-webpack]')
  }, file)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}
