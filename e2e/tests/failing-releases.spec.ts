import { generateKeyPairSync } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { signRegistry } from '@portal/platform/releases/signature'
import { expect } from '../fixtures.ts'
import { defects } from '../releases/defects.ts'
import type { ReleasedPortal, RemoteName } from '../releases/released-portal.ts'
import { chooseInMenu, remotes, remotesFor, sections, showsSection, test, versionsIn } from '../releases/sections.ts'

// A page that the server renders shows its section, with its styles, before a browser has any file of the release.
test.use({ serverRendering: false })

// Each remote of a test is loaded in both ways: where a page is opened by its address, and where another section is left for it.

for (const [n, [name, defect]] of Object.entries(defects).entries()) {
  const pair = remotesFor(n)
  test(`${pair.join(' and ')}: ${name} @phone`, async ({ context, portal }) => {
    const page = await context.newPage()
    for (const failing of pair) {
      await test.step(`${failing}, which has no previous release, fails alone`, async () => {
        const next = pair.map((remote) => [remote, { change: defect.change, previous: remote !== failing }])
        const released = await portal.releaseTogether(Object.fromEntries(next))
        for (const { release } of Object.values(released)) await defect.corrupt?.(context, portal, release)
        for (const opened of pair) {
          await visit(page, portal, startingWith(opened), async (remote) => {
            if (remote === failing) return await showsFailure(page)
            await showsSection(page, remote)
            if (pair.includes(remote)) expect(await versionsIn(page, remote)).toContain(released[remote]?.before)
          })
        }
      })
    }
  })
}

test('good releases run without loading their previous releases @phone', async ({ context, portal }) => {
  const released = await portal.releaseTogether(
    Object.fromEntries(remotes.map((remote) => [remote, { previous: true }])),
  )
  await visitAllInBothWays(context, portal, async (page, remote) => {
    await showsSection(page, remote)
    expect(await versionsIn(page, remote)).toEqual([released[remote]?.release.version])
  })
})

const badRegistries: Record<string, Parameters<ReleasedPortal['addRegistry']>[0]> = {
  'HTML instead of JSON': () => '<!doctype html><title>Not Found</title>',
  'a signature by another key': (_names, sequence) =>
    signRegistry({ sequence, at: '', reason: 'injected', names: {} }, generateKeyPairSync('ed25519').privateKey),
  'no signature': (names, sequence) => signRegistry({ sequence, at: '', reason: 'injected', names }, undefined),
}

for (const [name, text] of Object.entries(badRegistries)) {
  test(`the portal ignores a registry with ${name} @phone`, async ({ context, portal }) => {
    const sequence = await portal.addRegistry(text)
    await expect.poll(portal.log).toMatch(new RegExp(`"sequence":${sequence},.*A registry is refused`))
    await visitAllInBothWays(context, portal, showsSection)
  })
}

test('each section works when the registry cannot be fetched @phone', async ({ context, portal }) => {
  await context.route('**/registry.json', (route) => route.fulfill({ status: 404, body: '<!doctype html>' }))
  await visitAllInBothWays(context, portal, showsSection)
})

/** Opens the section of the first remote by its address, and leaves it for those of the others by the menu. */
async function visit(
  page: Page,
  { url }: ReleasedPortal,
  [opened, ...reached]: readonly [RemoteName, ...RemoteName[]],
  check: (remote: RemoteName) => Promise<void>,
): Promise<void> {
  await test.step(`${opened} by its address`, async () => {
    await page.goto(url + sections[opened].path, { waitUntil: 'commit' })
    await check(opened)
  })
  for (const remote of reached) {
    await test.step(`${remote} by the menu`, async () => {
      await chooseInMenu(page, remote)
      await check(remote)
    })
  }
}

async function visitAllInBothWays(
  context: BrowserContext,
  portal: ReleasedPortal,
  check: (page: Page, remote: RemoteName) => Promise<void>,
): Promise<void> {
  const page = await context.newPage()
  for (const opened of remotes) {
    const [, next = opened] = startingWith(opened)
    await visit(page, portal, [opened, next], (remote) => check(page, remote))
  }
}

/** Returns all remotes in turn, from this one on. */
function startingWith(remote: RemoteName): [RemoteName, ...RemoteName[]] {
  const place = remotes.indexOf(remote)
  return [remote, ...remotes.slice(place + 1), ...remotes.slice(0, place)]
}

/** Expects a notice in Russian in place of the section, with a button to retry. */
async function showsFailure(page: Page): Promise<void> {
  const notice = page.getByText(/Раздел (временно недоступен|загружается дольше обычного)/)
  await expect(notice).toBeVisible()
  await expect(page.getByRole('button', { name: 'Повторить' })).toBeVisible()
}
