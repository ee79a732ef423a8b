import type { APIResponse, Page } from '@playwright/test'
import { anna } from '@portal/platform/dev/examples/users'
import { openRendered, untilLive } from '@portal/test-kit/steps'
import { recordLayoutShifts } from '../fixtures/layout-shifts.ts'
import { test } from '../fixtures/screens-portal.ts'
import { expect } from '../fixtures.ts'
import { emptyPage, type ScreensPortal } from '../screens/portal.ts'
import type { Screen } from '../screens/screen.ts'
import { screens } from '../screens/table.ts'

// A portal server renders each screen with its responses.

// The server treats the lock as a page before sign-in, so its HTML has no data. It reads only what every user may read,
// so pages of operators are frames.
const rendered = screens.filter(
  ({ user, name, route }) =>
    user !== null && route !== '*' && !/^\/(unlock|operator)\b/.test(route) && !name.endsWith('-loading'),
)

/** Loaded screens, which have to be rendered. */
const isLoaded = ({ name }: Screen) => name.endsWith('-loaded')

/** Leaves out screens that differ from an earlier one only by what the user does on the page, except loaded ones. */
function withoutRepeated(all: readonly Screen[]): Screen[] {
  const screenReads = ({ responses = [] }: Screen) => responses.filter(({ endpoint }) => endpoint.method === 'GET')
  const isSame = (one: Screen, other: Screen) =>
    one.address === other.address &&
    one.user === other.user &&
    screenReads(one).length === screenReads(other).length &&
    screenReads(one).every((response, index) => response === screenReads(other)[index])
  return all.filter((screen, index) => isLoaded(screen) || all.findIndex((other) => isSame(other, screen)) === index)
}

async function requestScreen(page: Page, { origin, respondAs }: ScreensPortal, screen: Screen): Promise<APIResponse> {
  respondAs(screen)
  await page.context().addCookies([{ name: 'session', value: screen.name, url: origin, httpOnly: true }])
  return page.request.get(origin + screen.address, { headers: { accept: 'text/html' } })
}

test.use({ serviceWorkers: 'block', hasServerRendering: true })

const sections = new Map<string, Screen[]>()
for (const screen of withoutRepeated(rendered)) {
  const [, section = ''] = screen.route.split('/')
  sections.set(section, [...(sections.get(section) ?? []), screen])
}

for (const [section, sectionScreens] of sections) {
  // spec: 2.28
  test(`/${section}: its screens are hydrated as the server has rendered them`, {
    tag: ['@remotes', '@phone'],
  }, async ({ page, portal }) => {
    const { origin } = portal
    const { shifts } = await recordLayoutShifts(page)
    const problems: string[] = []
    page.on('pageerror', ({ message }) => problems.push(message))
    for (const screen of sectionScreens) {
      const { name, address, user } = screen
      // Leaves the previous page first, because its late requests would get the responses of this screen.
      await page.goto(`${origin}${emptyPage}`)
      const response = await requestScreen(page, portal, screen)
      // The server renders no page if a response is an error, or if the page is not for this user.
      if (!isLoaded(screen) && !(await response.text()).includes('id="rendered"')) continue
      const { account } = user ?? anna
      await page.evaluate((one) => localStorage.setItem('chaevye:user', one), JSON.stringify(account))
      await openRendered(page, origin + address)
      await untilLive(page)
      expect.soft([name, ...problems.splice(0)]).toEqual([name])
      // A sheet that the address opens takes the scrollbar from the page.
      if ((await page.getByRole('dialog').count()) === 0) expect.soft([name, ...(await shifts())]).toEqual([name])
    }
  })
}
