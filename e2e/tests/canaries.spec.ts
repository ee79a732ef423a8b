import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { collected, leave } from '../fixtures/telemetry.ts'
import { expect } from '../fixtures.ts'
import { type PortalAlone, startPortalAlone } from '../releases/portal-alone.ts'
import type { ReleasedPortal, RemoteName } from '../releases/released-portal.ts'
import { test as base, chooseInMenu, showsSection, versionsIn } from '../releases/sections.ts'
import { changeFile, releaseCommand, workingCopy } from '../releases/working-copy.ts'

/** The `release_bucket` of browsers that get a canary of 50 %, and of some that do not. */
const canaryBuckets = [0, 12, 24, 36, 49]
const otherBuckets = [50, 99]
/** Twenty starts are enough to judge a canary (platform/releases/canary/canary-health.ts). A busy portal drops some reports. */
const tabsOfCanary = 5

const defect = (source: string) =>
  source.replace(
    /^function \w+Page\(\) \{\n/m,
    `$&  if (performance.now() > 0) throw new Error('A defect of this release')\n`,
  )
const comment = (source: string) => `// Another release, which does the same.\n${source}`

type Fixtures = {
  /** Another portal server with the same releases. */
  replica: PortalAlone
  /** Releases a remote with a changed page to half of the browsers. Returns its version once they get it. */
  releaseCanary: (remote: RemoteName, page: string, change: (source: string) => string) => Promise<string>
  /** Opens a browser of another user for each bucket, and in each as many tabs as it takes to judge a canary. */
  visit: (buckets: readonly number[], look: (page: Page, bucket: number) => Promise<void>) => Promise<void>
}

const test = base.extend<Fixtures>({
  replica: async ({ portal }, use) => {
    const replica = await startPortalAlone(portal.env)
    await use(replica)
    await replica.stop()
  },

  releaseCanary: async ({ portal }, use) => {
    const copies: string[] = []
    await use(async (remote, page, change) => {
      const copy = await workingCopy(remote)
      copies.push(copy)
      await changeFile(join(copy, remote, 'features', page), change)
      const output = await releaseCommand(portal, ['canary', remote, '--percent', '50'], copy)
      const [, version = output] = /(\w+) is live for 50 % of the browsers/.exec(output) ?? []
      await expect.poll(() => liveIn(portal, remote, 0)).toBe(version)
      return version
    })
    for (const copy of copies) await rm(copy, { recursive: true })
  },

  visit: async ({ newContext, newWaiter, bookTips, addCard, signInAs }, use) => {
    await use(async (buckets, look) => {
      await Promise.all(
        buckets.map(async (bucket) => {
          const visitor = await newContext()
          const waiter = await newWaiter()
          await bookTips(waiter, [{ amount: 300 }])
          await addCard(waiter)
          await signInAs(waiter, visitor)
          await visitor.addCookies([{ name: 'release_bucket', value: String(bucket), domain: 'localhost', path: '/' }])
          const tabs = canaryBuckets.includes(bucket) ? tabsOfCanary : 1
          for (let tab = 0; tab < tabs; tab += 1) {
            const page = await visitor.newPage()
            await look(page, bucket)
            await collected(page)
            await leave(page)
          }
        }),
      )
    })
  },
})

test('a failing canary is withdrawn while users see the previous release, and a good one stays @phone', async ({
  portal,
  replica,
  releaseCanary,
  visit,
}) => {
  const before = await liveIn(portal, 'mfe-tips', 0)
  const settings = await liveIn(portal, 'mfe-settings', 0)
  const bad = await releaseCanary('mfe-tips', 'tips/tips-page.tsx', defect)
  const good = await releaseCanary('mfe-settings', 'settings/settings-page.tsx', comment)

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
    const why = new RegExp(`mfe-tips ${bad} is taken away: 100.0 % failed of 2\\d starts`, 'g')
    const reports = () => [portal, replica].flatMap((server) => server.log().match(why) ?? []).length
    await expect.poll(reports).toBe(1)
    const list = await releaseCommand(portal, ['list'])
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
