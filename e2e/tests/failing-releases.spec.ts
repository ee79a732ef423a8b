import { generateKeyPairSync } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { writeRegistry } from '@portal/shared/release/signature'
import { expect } from '../fixtures.ts'
import { defects } from '../releases/defects.ts'
import type { ReleasedPortal, RemoteName } from '../releases/released-portal.ts'
import { chooseInMenu, remotes, sections, showsSection, test, versionsIn } from '../releases/sections.ts'

// What a remote may ship wrong × the three remotes × opened at once, come to from another section; where there is no
// release before it, and where there is one.

for (const [name, defect] of Object.entries(defects)) {
  for (const remote of remotes) {
    test(`${remote}: ${name} @phone`, async ({ context, portal }) => {
      await test.step('the first release: its section alone says so, the others work', async () => {
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

      await test.step('a later release: nobody meets anything but the section', async () => {
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

test('a release with nothing wrong is the one that runs, without the one before @phone', async ({
  context,
  portal,
}) => {
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
  'a signature of somebody else': (_names, sequence) =>
    writeRegistry({ sequence, at: '', reason: 'injected', names: {} }, generateKeyPairSync('ed25519').privateKey),
  'no signature': (names, sequence) => writeRegistry({ sequence, at: '', reason: 'injected', names }, undefined),
}

for (const [name, text] of Object.entries(badRegistries)) {
  test(`a registry with ${name} changes nothing @phone`, async ({ context, portal }) => {
    await portal.addRegistry(text)
    for (const remote of remotes) {
      await inBothWays(context, portal, remote, (page) => showsSection(page, remote))
    }
  })
}

test('a tab does not mind that it cannot ask for the registry @phone', async ({ context, portal }) => {
  await context.route('**/registry.json', (route) => route.fulfill({ status: 404, body: '<!doctype html>' }))
  for (const remote of remotes) {
    await inBothWays(context, portal, remote, (page) => showsSection(page, remote))
  }
})

/** Opened by its address, and come to from a section of another remote; in two tabs at once. */
async function inBothWays(
  context: BrowserContext,
  { url }: ReleasedPortal,
  remote: RemoteName,
  check: (page: Page) => Promise<void>,
): Promise<void> {
  const { path, elsewhere } = sections[remote]
  const [opened, comeTo] = await Promise.all([context.newPage(), context.newPage()])
  await Promise.all([
    opened.goto(url + path, { waitUntil: 'commit' }).then(() => check(opened)),
    (async () => {
      await comeTo.goto(url + elsewhere)
      await expect(comeTo.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
      await chooseInMenu(comeTo, remote)
      await check(comeTo)
    })(),
  ])
  await Promise.all([opened.close(), comeTo.close()])
}

/** In place of the section, in Russian and with a way on; never a blank page. */
async function showsFailure(page: Page): Promise<void> {
  const notice = page.getByText(/Раздел (временно недоступен|загружается дольше обычного)/)
  await expect(notice).toBeVisible()
  await expect(page.getByRole('button', { name: 'Повторить' })).toBeVisible()
}
