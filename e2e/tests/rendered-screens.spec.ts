import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRenderer } from '@portal/platform/rendering/renderer'
import { createPortalServer } from '@portal/platform/server/portal-server'
import { openRendered, untilLive } from '@portal/test-kit/steps'
import { recordLayoutShifts } from '../fixtures/layout-shifts.ts'
import { test as base, expect } from '../fixtures.ts'
import { findResponse } from '../screens/api.ts'
import { commonResponses } from '../screens/data/common-responses.ts'
import { anna } from '../screens/data/people.ts'
import { photo } from '../screens/data/profile.ts'
import type { Screen } from '../screens/screen.ts'
import { screens } from '../screens/table.ts'

// A portal server renders each screen with its responses, which it reads from an API that has those of the screen that the session names.

// The lock is a page before sign-in for the server: its HTML has no data.
const rendered = screens.filter(
  ({ person, name, route }) => person !== null && route !== '*' && route !== '/unlock' && !name.endsWith('-loading'),
)

/** Loaded screens, which have to be rendered. */
const isLoaded = ({ name }: Screen) => name.endsWith('-loaded')

/** Returns the screens without those that differ from an earlier one only by what the user does on the page; loaded ones stay. */
function withoutRepeated(all: readonly Screen[]): Screen[] {
  const readsOf = ({ responses = [] }: Screen) => responses.filter(({ endpoint }) => endpoint.method === 'GET')
  const isSame = (one: Screen, other: Screen) =>
    one.address === other.address &&
    one.person === other.person &&
    readsOf(one).length === readsOf(other).length &&
    readsOf(one).every((response, index) => response === readsOf(other)[index])
  return all.filter((screen, index) => isLoaded(screen) || all.findIndex((other) => isSame(other, screen)) === index)
}

const test = base.extend<object, { origin: string }>({
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const api = createServer((request, response) => {
        const name = /session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
        const { person, responses = [] } = screens.find((screen) => screen.name === name) ?? {}
        const url = new URL(request.url ?? '', 'http://localhost')
        const all = [...commonResponses(person ?? anna), ...responses]
        const found = findResponse(all, request.method ?? '', url)
        if (found === null) return
        response.writeHead(found?.status ?? 204, { 'content-type': 'application/json' })
        response.end(found && JSON.stringify(found.json))
      })
      await new Promise<void>((resolve) => api.listen(0, 'localhost', resolve))
      const { port } = api.address() as AddressInfo
      const portal = await createPortalServer({ apiUrl: `http://localhost:${port}`, createRenderer })
      await use(await portal.listen({ host: 'localhost', port: 0 }))
      await portal.close()
      api.closeAllConnections()
      api.close()
    },
    { scope: 'worker' },
  ],
})

test.use({ serviceWorkers: 'block' })

// spec: 2.28
test('each screen is hydrated as the server has rendered it', { tag: '@remotes' }, async ({
  page,
  origin,
  isMobile,
}) => {
  const { shifts } = await recordLayoutShifts(page)
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  await page.route('**/uploads/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: photo }))
  const taken = withoutRepeated(isMobile ? rendered : rendered.filter(({ wide }) => wide.length > 0))
  for (const screen of taken) {
    const { name, address, person } = screen
    // The page before is left first: a request that it still makes would get the responses of this screen.
    await page.goto(`${origin}/healthz`)
    await page.context().addCookies([{ name: 'session', value: name, url: origin, httpOnly: true }])
    const response = await page.request.get(origin + address, { headers: { accept: 'text/html' } })
    // None is rendered where a response is an error, or the page is not for this person.
    if (!isLoaded(screen) && !(await response.text()).includes('id="rendered"')) continue
    const { user } = person ?? anna
    await page.evaluate((one) => localStorage.setItem('chaevye:user', one), JSON.stringify(user))
    await openRendered(page, origin + address)
    await untilLive(page)
    expect.soft([name, ...problems.splice(0)]).toEqual([name])
    // A sheet that the address opens takes the scrollbar from the page.
    if ((await page.getByRole('dialog').count()) === 0) expect.soft([name, ...(await shifts())]).toEqual([name])
  }
})
