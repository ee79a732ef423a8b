import type { Page } from '@playwright/test'
import { type PortalServer, startPortalServer } from '../fixtures/portal-process.ts'
import { collected, leave } from '../fixtures/telemetry.ts'
import { expect } from '../fixtures.ts'
import type { ReleasedPortal, RemoteName } from '../releases/released-portal.ts'
import { failingPage, goodPage } from '../releases/section-failures.ts'
import { test as base, chooseInMenu, showsSection, versionsIn } from '../releases/sections.ts'
import { releaseCommand } from '../releases/working-copy.ts'

/** The `release_bucket` of browsers that get a canary of 50 %, and of some that do not. */
const canaryBuckets = [0, 10, 20, 30, 40, 49]
const otherBuckets = [50, 99]
/**
 * Twenty starts are enough to judge a canary (platform/releases/canary/canary-health.ts). A page reports its start when
 * it is left, so the reports are complete only after all visits. A busy portal drops some reports.
 */
const CANARY_VISITS = 4

type Fixtures = {
  /** Another portal server with the same releases. */
  replica: PortalServer
  /** For each bucket: opens a browser of another user, and visits the portal as often as judging a canary takes. */
  visit: (buckets: readonly number[], look: (page: Page, bucket: number) => Promise<void>) => Promise<void>
}

const test = base.extend<Fixtures>({
  replica: async ({ portal }, use) => {
    const replica = await startPortalServer(portal.env)
    await use(replica)
    await replica.stop()
  },

  visit: async ({ newContext, newUser, bookTips, addCard, signInAs }, use) => {
    await use(async (buckets, look) => {
      const pages = await Promise.all(
        buckets.map(async (bucket) => {
          const visitor = await newContext()
          const user = await newUser()
          await bookTips(user, [{ amount: 300 }])
          await addCard(user)
          await signInAs(user, visitor)
          await visitor.addCookies([{ name: 'release_bucket', value: String(bucket), domain: 'localhost', path: '/' }])
          return { page: await visitor.newPage(), bucket }
        }),
      )
      for (let visit = 0; visit < CANARY_VISITS; visit += 1) {
        const visited = pages.filter(({ bucket }) => visit === 0 || canaryBuckets.includes(bucket))
        await Promise.all(
          visited.map(async ({ page, bucket }) => {
            await look(page, bucket)
            await collected(page)
          }),
        )
      }
      await Promise.all(pages.map(({ page }) => leave(page)))
    })
  },
})

test('a failing canary is withdrawn while users see the previous release, and a good one stays @phone', async ({
  portal,
  replica,
  visit,
}) => {
  const before = await liveIn(portal, 'mfe-tips', 0)
  const settings = await liveIn(portal, 'mfe-settings', 0)
  const { 'mfe-settings': good, 'mfe-tips': bad } = await portal.releaseCanaries({
    'mfe-settings': goodPage,
    'mfe-tips': failingPage,
  })

  await test.step('its browsers fall back to the previous release; the others never load it', async () => {
    await visit([...canaryBuckets, ...otherBuckets], async (page, bucket) => {
      const getsCanary = canaryBuckets.includes(bucket)
      await page.goto(portal.url)
      await showsSection(page, 'mfe-tips')
      expect(await versionsIn(page, 'mfe-tips')).toEqual(getsCanary ? [bad, before] : [before])
      await chooseInMenu(page, 'mfe-settings')
      await showsSection(page, 'mfe-settings')
      expect(await versionsIn(page, 'mfe-settings')).toEqual([getsCanary ? good : settings])
    })
  })

  await test.step('one of the portal servers withdraws it, and logs why', async () => {
    await expect.poll(() => liveIn(portal, 'mfe-tips', 0)).toBe(before)
    const why = new RegExp(`mfe-tips ${bad} is withdrawn: 100.0 % failed of 2\\d starts`, 'g')
    const reports = () => [portal, replica].flatMap((server) => server.log().match(why) ?? []).length
    await expect.poll(reports).toBe(1)
    let list = ''
    await expect.poll(async () => (list = await releaseCommand(portal, ['list']))).toContain('starts in 24 h')
    expect(list.match(why)).toHaveLength(1)
    expect(list.match(/canary 50 %.*/g)).toEqual([
      expect.stringMatching(new RegExp(`${good}.* 0\\.0 % failed of 2\\d starts in 24 h`)),
    ])
  })

  await test.step('later visitors get the current release', async () => {
    await visit(canaryBuckets.slice(0, 1), async (page) => {
      await page.goto(portal.url)
      await showsSection(page, 'mfe-tips')
      expect(await versionsIn(page, 'mfe-tips')).toEqual([before])
    })
    expect(await liveIn(portal, 'mfe-settings', 0)).toBe(good)
  })
})

/** Returns the version of a remote that a browser of this bucket gets. */
async function liveIn({ url }: ReleasedPortal, remote: RemoteName, bucket: number): Promise<string> {
  const response = await fetch(`${url}/registry.json`, { headers: { cookie: `release_bucket=${bucket}` } })
  return (await response.json()).remotes[remote]
}
