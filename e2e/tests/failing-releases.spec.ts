import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { defects } from '../releases/defects.ts'
import type { ReleasedPortal, RemoteName } from '../releases/released-portal.ts'
import { chooseInMenu, pairsFor, remotes, sections, showsSection, test, versionsIn } from '../releases/sections.ts'

// A page that the server renders shows its section, with its styles, before a browser has any file of the release.
test.use({ hasServerRendering: false })

// Each remote is loaded in two ways: when its page is opened by the address, and when the user comes from another
// section.

for (const [n, some] of inTwos(Object.entries(defects)).entries()) {
  const failures = some.map(([name, defect], index) => ({ name, ...defect, pair: pairsFor(n)[index] ?? [] }))
  const title = failures.map(({ name, pair }) => `${pair.join(' and ')}: ${name}`).join('; ')
  test(`${title} @phone`, async ({ context, portal }) => {
    const page = await context.newPage()
    for (const failingIndex of [0, 1]) {
      const failing = failures.map(({ pair }) => pair[failingIndex])
      await test.step(`${failing.join(' and ')} have no previous release, and are the only ones that fail`, async () => {
        const next = failures.flatMap(({ change, pair }) =>
          pair.map((remote) => [remote, { change, hasPrevious: !failing.includes(remote) }]),
        )
        const released = await portal.releaseTogether(Object.fromEntries(next))
        for (const { corrupt, pair } of failures) {
          for (const { release } of pair.flatMap((remote) => released[remote] ?? []))
            await corrupt?.(context, portal, release)
        }
        await visitAllInBothWays(page, portal, async (remote) => {
          if (failing.includes(remote)) return await showsFailure(page)
          await showsSection(page, remote)
          if (released[remote]) expect(await versionsIn(page, remote)).toContain(released[remote].before)
        })
      })
    }
  })
}

test('each section works when the registry cannot be fetched @phone', async ({ context, portal }) => {
  await context.route('**/registry.json', (route) => route.fulfill({ status: 404, body: '<!doctype html>' }))
  const page = await context.newPage()
  await visitAllInBothWays(page, portal, (remote) => showsSection(page, remote))
})

/** Opens the section of each remote by its address, and leaves it for that of the next one by the menu. */
async function visitAllInBothWays(
  page: Page,
  { url }: ReleasedPortal,
  check: (remote: RemoteName) => Promise<void>,
): Promise<void> {
  for (const [index, opened] of remotes.entries()) {
    await test.step(`${opened} by its address`, async () => {
      await page.goto(url + sections[opened].path, { waitUntil: 'commit' })
      await check(opened)
    })
    const reached = remotes[(index + 1) % remotes.length] ?? opened
    await test.step(`${reached} by the menu`, async () => {
      await chooseInMenu(page, reached)
      await check(reached)
    })
  }
}

/** Expects a notice in Russian in place of the section, with a button to retry. */
async function showsFailure(page: Page): Promise<void> {
  const notice = page.getByText(/Раздел (временно недоступен|загружается дольше обычного)/)
  await expect(notice).toBeVisible()
  await expect(page.getByRole('button', { name: 'Повторить' })).toBeVisible()
}

function inTwos<T>(all: readonly T[]): T[][] {
  return all.flatMap((_, index) => (index % 2 === 0 ? [all.slice(index, index + 2)] : []))
}
