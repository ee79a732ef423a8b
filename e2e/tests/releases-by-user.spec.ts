import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { canaryShare } from '@portal/platform/releases/commands/canary-options'
import { prepareRelease } from '@portal/test-kit/release'
import { grantRight, type TestUser } from '../fixtures/users.ts'
import { expect } from '../fixtures.ts'
import type { ReleasedPortal } from '../releases/released-portal.ts'
import { goodPage } from '../releases/section-failures.ts'
import { test as base, showsSection, versionsIn } from '../releases/sections.ts'
import { changeFile, releaseCommand, workingCopy } from '../releases/working-copy.ts'

type Fixtures = {
  /** Opens a browser of the user that gets no canary of a share of the browsers. */
  openBrowser: (user: TestUser) => Promise<BrowserContext>
}

const test = base.extend<Fixtures>({
  openBrowser: async ({ newContext, signInAs }, use) => {
    await use(async (user) => {
      const context = await newContext()
      await context.addCookies([{ name: 'release_bucket', value: '99', domain: 'localhost', path: '/' }])
      await signInAs(user, context)
      return context
    })
  },
})

/** A canary that only users who choose it get. */
const unchosen = { percent: 0, audience: { accounts: [] } }

const tags = { tag: ['@phone', '@mfe-tips'] }

// spec: 2.135
test(
  'a canary of an audience is only for its accounts and the employees of its restaurants',
  tags,
  async ({ portal, newUser, openBrowser }) => {
    const account = await newUser('Анна Котова')
    const employee = await newUser('Борис Котов')
    const other = await newUser('Вера Котова')
    const share = canaryShare({ accounts: account.id, restaurants: employee.workplaces[0]?.restId }, [])
    const { 'mfe-tips': canary } = await portal.releaseCanaries({ 'mfe-tips': goodPage }, share)
    const current = await currentTips(portal)

    expect(await tipsIn(await openBrowser(account), portal.url)).toEqual([canary])
    expect(await tipsIn(await openBrowser(employee), portal.url)).toEqual([canary])
    const ofOther = await openBrowser(other)
    expect(await tipsIn(ofOther, portal.url)).toEqual([current])

    await test.step('a test of the canary reports an account that does not get it', async () => {
      const expectCanary = await chooseByKit(ofOther, portal, canary)
      await tipsIn(ofOther, portal.url)
      expect(expectCanary).toThrow(`The page has used mfe-tips@${current} instead of ${canary}`)
    })
  },
)

// spec: 2.136
test(
  'a user with the right gets the release of `?release=` in one browser; for others it changes nothing',
  tags,
  async ({ portal, newUser, openBrowser, database }) => {
    const { 'mfe-tips': canary } = await portal.releaseCanaries({ 'mfe-tips': goodPage }, unchosen)
    const current = await currentTips(portal)
    const chosen = `${portal.url}/?release=mfe-tips@${canary}`
    const tester = await newUser('Глеб Орлов')
    await grantRight(database, tester, 'releases')
    const context = await openBrowser(tester)

    await test.step('until the browser is closed, and nowhere else', async () => {
      expect(await tipsIn(context, portal.url)).toEqual([current])
      expect(await tipsIn(context, chosen)).toEqual([canary])
      expect(await tipsIn(context, portal.url)).toEqual([canary])
      expect(await tipsIn(await openBrowser(tester), portal.url)).toEqual([current])
    })

    await test.step('a version that is not live is reported, with those that are', async () => {
      const page = await context.newPage()
      await page.goto(`${portal.url}/?release=mfe-tips@000000000000`)
      await expect(
        page.getByText(`Версии mfe-tips@000000000000 в портале нет. Сейчас доступны: ${current}, ${canary}.`),
      ).toBeVisible()
      await page.close()
    })

    await test.step('until `?release=`', async () => {
      expect(await tipsIn(context, `${portal.url}/?release=`)).toEqual([current])
      expect(await tipsIn(context, portal.url)).toEqual([current])
    })

    await test.step('a test of the canary gets it by this account', async () => {
      const expectCanary = await chooseByKit(context, portal, canary)
      expect(await tipsIn(context, portal.url)).toEqual([canary])
      expectCanary()
    })

    await test.step('a link of another site chooses nothing, also by way of the login page', async () => {
      const elsewhere = await openBrowser(tester)
      const back = `${portal.url}/login?back=${encodeURIComponent(`/?release=mfe-tips@${canary}`)}`
      for (const href of [chosen, back]) {
        const page = await elsewhere.newPage()
        await page.route('https://elsewhere.example/', (route) =>
          route.fulfill({ contentType: 'text/html', body: `<a href="${href}">Чаевые</a>` }),
        )
        await page.goto('https://elsewhere.example/')
        await page.getByRole('link').click()
        await showsSection(page, 'mfe-tips')
        expect(new URL(page.url()).search).toBe('')
        expect(await tipsIn(elsewhere, portal.url)).toEqual([current])
        await page.close()
      }
    })

    await test.step('a user without the right gets what all get', async () => {
      const other = await openBrowser(await newUser('Вера Котова'))
      expect(await tipsIn(other, chosen)).toEqual([current])
      expect(await tipsIn(other, portal.url)).toEqual([current])
    })
  },
)

// spec: 2.137
test('a flag changes what a live release shows, for a restaurant or for all, in pages that are opened from then on', {
  tag: ['@phone', '@mfe-settings'],
}, async ({ portal, newUser, openBrowser }) => {
  const copy = await workingCopy('mfe-settings')
  try {
    await changeFile(join(copy, 'mfe-settings/manifest.ts'), (text) =>
      text.replace("name: 'mfe-settings',", "$&\n  flags: { tour: { default: false, about: 'Обзор настроек' } },"),
    )
    await changeFile(join(copy, 'mfe-settings/features/settings/settings-page.tsx'), (text) =>
      text
        .replace('import { InstallApp }', "import { useFlag } from '@portal/shared/session/flags'\n$&")
        .replace('import { InstallApp }', "import { manifest } from '../../manifest.ts'\n$&")
        .replace('<SignOut />', "{useFlag(manifest, 'tour') && <p>Обзор настроек</p>}\n$&"),
    )
    await releaseCommand(portal, ['release', 'mfe-settings', '--no-tests'], copy)
  } finally {
    await rm(copy, { recursive: true })
  }
  const [anna, boris] = [await newUser('Анна Котова'), await newUser('Борис Котов')]
  const tabs = [
    await openSettings(await openBrowser(anna), portal),
    await openSettings(await openBrowser(boris), portal),
  ]
  const flag = (...args: string[]) => releaseCommand(portal, ['flag', 'mfe-settings', 'tour', ...args])
  const restaurant = ['--restaurant', anna.workplaces[0]?.restId ?? '']

  expect(await shown(tabs)).toEqual([false, false])
  await flag('on', ...restaurant)
  expect(await tour(tabs)).toEqual([false, false])
  expect(await shown(tabs)).toEqual([true, false])
  await flag('on')
  await flag('off', ...restaurant)
  expect(await shown(tabs)).toEqual([false, true])
  await flag('default')
  await flag('default', ...restaurant)
  expect(await shown(tabs)).toEqual([false, false])
})

/** Chooses a release as `--release` does. Returns the check for the end of a test. */
async function chooseByKit(context: BrowserContext, { url }: ReleasedPortal, version: string): Promise<() => void> {
  const expectRelease = await prepareRelease(context, url, { release: { name: 'mfe-tips', version } })
  return () => expectRelease(['@mfe-tips'])
}

/** Opens an address in a tab of its own. Returns the versions of `mfe-tips` that it has loaded. */
async function tipsIn(context: BrowserContext, address: string): Promise<string[]> {
  const page = await context.newPage()
  await page.goto(address)
  await showsSection(page, 'mfe-tips')
  const versions = await versionsIn(page, 'mfe-tips')
  await page.close()
  return versions
}

/** Returns the version that browsers without a session get, outside of the share of a canary. */
async function currentTips({ url }: ReleasedPortal): Promise<string> {
  const response = await fetch(`${url}/registry.json`, { headers: { cookie: 'release_bucket=99' } })
  return (await response.json()).remotes['mfe-tips']
}

async function openSettings(context: BrowserContext, { url }: ReleasedPortal): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${url}/settings`)
  await showsSection(page, 'mfe-settings')
  return page
}

/** Returns for each page whether it shows what the flag switches. */
function tour(pages: readonly Page[]): Promise<boolean[]> {
  return Promise.all(pages.map((page) => page.getByText('Обзор настроек').isVisible()))
}

/** Reloads the pages, and returns for each whether it shows what the flag switches. */
async function shown(pages: readonly Page[]): Promise<boolean[]> {
  for (const page of pages) {
    await page.reload()
    await showsSection(page, 'mfe-settings')
  }
  return tour(pages)
}
