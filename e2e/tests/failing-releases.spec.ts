import { generateKeyPairSync } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { signRegistry } from '@portal/platform/releases/signature'
import { openFrames } from '@portal/test-kit/steps'
import { expect } from '../fixtures.ts'
import { defects } from '../releases/defects.ts'
import type { ReleasedPortal, RemoteName } from '../releases/released-portal.ts'
import { chooseInMenu, remotes, remotesFor, sections, showsSection, test, versionsIn } from '../releases/sections.ts'

// Each defect is tested with and without a previous release, on a page that is opened by its address and on one that is reached
// from another section.

for (const [n, [name, defect]] of Object.entries(defects).entries()) {
  for (const remote of remotesFor(n)) {
    test(`${remote}: ${name} @phone`, async ({ context, portal }) => {
      await test.step('without a previous release only its section shows a failure', async () => {
        const { release } = await portal.release(remote, defect.change, { previous: false })
        await defect.corrupt?.(context, portal, release)
        await inBothWays(context, portal, remote, async (page) => {
          await showsFailure(page)
          for (const other of remotes.filter((one) => one !== remote)) {
            await chooseInMenu(page, other)
            await showsSection(page, other)
          }
        })
      })

      await test.step('with a previous release its section works', async () => {
        const { release, before } = await portal.release(remote, defect.change)
        await defect.corrupt?.(context, portal, release)
        await inBothWays(context, portal, remote, async (page) => {
          await showsSection(page, remote)
          expect(await versionsIn(page, remote)).toContain(before)
        })
      })
    })
  }
}

test('a good release runs without loading its previous release @phone', async ({ context, portal }) => {
  for (const remote of remotes) {
    const { release } = await portal.release(remote)
    await inBothWays(context, portal, remote, async (page) => {
      await showsSection(page, remote)
      expect(await versionsIn(page, remote)).toEqual([release.version])
    })
  }
})

const badRegistries: Record<string, Parameters<ReleasedPortal['addRegistry']>[0]> = {
  'HTML instead of JSON': () => '<!doctype html><title>Not Found</title>',
  'a signature by another key': (_names, sequence) =>
    signRegistry({ sequence, at: '', reason: 'injected', names: {} }, generateKeyPairSync('ed25519').privateKey),
  'no signature': (names, sequence) => signRegistry({ sequence, at: '', reason: 'injected', names }, undefined),
}

for (const [name, text] of Object.entries(badRegistries)) {
  test(`the portal ignores a registry with ${name} @phone`, async ({ context, portal }) => {
    await portal.addRegistry(text)
    for (const remote of remotes) {
      await inBothWays(context, portal, remote, (page) => showsSection(page, remote))
    }
  })
}

test('each section works when the registry cannot be fetched @phone', async ({ context, portal }) => {
  await context.route('**/registry.json', (route) => route.fulfill({ status: 404, body: '<!doctype html>' }))
  for (const remote of remotes) {
    await inBothWays(context, portal, remote, (page) => showsSection(page, remote))
  }
})

/** Checks the section in two tabs at once: opened by its address, and reached from a section of another remote. */
async function inBothWays(
  context: BrowserContext,
  { url }: ReleasedPortal,
  remote: RemoteName,
  check: (page: Page) => Promise<void>,
): Promise<void> {
  const { path, elsewhere } = sections[remote]
  const [opened, reached] = await Promise.all([context.newPage(), context.newPage()])
  // A page that the server renders shows its section, with its styles, before a browser has any file of the release.
  await Promise.all([openFrames(opened), openFrames(reached)])
  await Promise.all([
    opened.goto(url + path, { waitUntil: 'commit' }).then(() => check(opened)),
    (async () => {
      await reached.goto(url + elsewhere)
      await expect(reached.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
      await chooseInMenu(reached, remote)
      await check(reached)
    })(),
  ])
  await Promise.all([opened.close(), reached.close()])
}

/** Expects a notice in Russian in place of the section, with a button to retry. */
async function showsFailure(page: Page): Promise<void> {
  const notice = page.getByText(/Раздел (временно недоступен|загружается дольше обычного)/)
  await expect(notice).toBeVisible()
  await expect(page.getByRole('button', { name: 'Повторить' })).toBeVisible()
}
