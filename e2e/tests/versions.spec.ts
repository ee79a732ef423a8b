import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { openFrames, openRendered, untilLive } from '@portal/test-kit/steps'
import { expect } from '../fixtures.ts'
import { type LoadedFile, loadedAgain, recordFiles, totalBytes } from '../releases/loaded-files.ts'
import { type OpenapiDocument, withoutOptional } from '../releases/optional-fields.ts'
import { chooseInMenu, remotes, sections, showsSection, test, versionsIn } from '../releases/sections.ts'
import { changeFile, installLibraries, releaseCommand, workingCopy } from '../releases/working-copy.ts'

// Shell, remotes and API are deployed one after the other, so for a while each runs with older versions of the others.
// In most of these tests a copy of a build under another version stands for the other one: the compatibility check of
// releases guarantees the same exports.

/** Any two of the shell, mfe-tips and mfe-payouts, which fills slots of mfe-tips, meet in all four combinations. */
const combinations = [
  { shell: 'built', tips: 'built', payouts: 'built' },
  { shell: 'built', tips: 'copy', payouts: 'copy' },
  { shell: 'copy', tips: 'built', payouts: 'copy' },
  { shell: 'copy', tips: 'copy', payouts: 'built' },
] as const
/** Each combination reads what another API adds or leaves out with the same code, so one is enough. */
const built = [{ shell: 'built', tips: 'built', payouts: 'built' }] as const

const apis = {
  'this API': { compositions: combinations, prepare: undefined },
  'an API that is ahead': { compositions: built, prepare: addUnknownFields },
  'an API that is behind': { compositions: built, prepare: omitOptionalFields },
}

for (const [api, { compositions, prepare }] of Object.entries(apis)) {
  test(`the shell and each remote work together with ${api} @phone`, async ({ context, portal }) => {
    const page = await context.newPage()
    await prepare?.(page, portal.url)
    for (const { shell, tips, payouts } of compositions) {
      await test.step(`shell: ${shell}, mfe-tips: ${tips}, other remotes: ${payouts}`, async () => {
        const others = { 'mfe-settings': payouts, 'mfe-team': payouts }
        await portal.compose({ shell, 'mfe-tips': tips, 'mfe-payouts': payouts, ...others })
        await page.goto(portal.url + sections['mfe-tips'].path)
        for (const remote of remotes) {
          if (remote !== 'mfe-tips') await chooseInMenu(page, remote)
          await showsSection(page, remote)
          expect(await versionsIn(page, remote)).toHaveLength(1)
        }
      })
    }
    await page.close()
  })
}

/** What a returning user may load of a release of the shell in which a text and a widget have changed. */
const MAX_RETURN_BYTES = 26_000

// Pairs that do not run together are rejected: own-repository.spec.ts,
// platform/releases/compatibility/remote-types.test.ts.
test('a shell and a remote of other sources run in each pair, and a returning user loads 26 kB of the shell @phone', async ({
  context,
  portal,
}) => {
  const copy = await workingCopy('shell', 'mfe-tips')
  await installLibraries(copy)
  const change = (file: string, from: string, to: string) =>
    changeFile(join(copy, file), (text) => text.replace(from, to))
  const release = (name: string) => releaseCommand(portal, ['release', name, '--no-tests'], copy)

  /**
   * `ofShell` is a label of the shell, `heading` the text of the remote in a widget of `shared`, which the shell
   * brings. Returns what a browser loads.
   */
  async function shows(ofShell: string, heading: string): Promise<LoadedFile[]> {
    const page = await context.newPage()
    const loaded = await recordFiles(page, async () => {
      await page.goto(portal.url)
      await showsSection(page, 'mfe-tips')
      await expect(page.getByRole('button', { name: ofShell })).toBeVisible()
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible()
    })
    await page.close()
    return loaded
  }

  const [panel, latestTips] = ['shared/ui/panel/panel.tsx', 'mfe-tips/features/tips/latest-tips.tsx']
  try {
    const first = await shows('Скрыть суммы', 'Последние чаевые')

    await test.step('the next shell, of which a widget has another property, with this remote', async () => {
      await change('shell/src/app/layouts/main/loaded-layout.tsx', 'Скрыть суммы', 'Спрятать суммы')
      await change(panel, 'title?: ReactNode', 'title?: ReactNode\n  note?: ReactNode')
      await change(panel, '{ title, action', "{ title, note = 'новое', action")
      await change(panel, '{title}</h2>', '{title} · {note}</h2>')
      await release('shell')
      const again = loadedAgain(await shows('Спрятать суммы', 'Последние чаевые · новое'), first)

      expect(again.map(({ file, coding }) => `${file} ${coding}`)).toEqual(['shell/main.js br'])
      expect(totalBytes(again), JSON.stringify(again)).toBeLessThanOrEqual(MAX_RETURN_BYTES)
      test.info().annotations.push({ type: 'measured', description: JSON.stringify(again) })
    })

    await test.step('the next remote with the next shell', async () => {
      await change(latestTips, 'Последние чаевые', 'Недавние чаевые')
      await release('mfe-tips')
      await shows('Спрятать суммы', 'Недавние чаевые · новое')
    })

    await test.step('the next remote with this shell', async () => {
      await releaseCommand(portal, ['rollback', 'shell'])
      await shows('Скрыть суммы', 'Недавние чаевые')
    })
  } finally {
    await rm(copy, { recursive: true })
  }
})

test('remotes that are built with other contracts of one call read each its own fields of the response @phone', async ({
  context,
  portal,
  newUser,
  addCard,
  bookTips,
  signInAs,
}) => {
  const user = await newUser('Мария Котова', [{ isDefault: true }])
  await addCard(user)
  await bookTips(user, [{ amount: 300 }])
  await signInAs(user)
  // The release of mfe-payouts knows nothing of the limits of transfers, which a page of mfe-settings shows.
  const copy = await workingCopy('mfe-payouts')
  await changeFile(join(copy, 'shared/contracts/limits.ts'), (text) =>
    text.replace(', transfer: z.nullable(OrderLimits) }', ' }'),
  )
  await releaseCommand(portal, ['release', 'mfe-payouts', '--no-tests'], copy)
  await rm(copy, { recursive: true })
  const page = await context.newPage()

  const opens = {
    '/out/auto': () => expect(page.getByRole('button', { name: 'Включить' })).toBeVisible(),
    '/settings/limits': () => expect(page.getByRole('heading', { name: 'Перевод средств' })).toBeVisible(),
  }
  const follows = {
    '/out/auto': async () => {
      await chooseInMenu(page, 'mfe-payouts')
      await page.getByRole('link', { name: 'Автовывод' }).click()
      await opens['/out/auto']()
    },
    '/settings/limits': async () => {
      await chooseInMenu(page, 'mfe-settings')
      await page.getByRole('link', { name: 'Лимиты' }).click()
      await opens['/settings/limits']()
    },
  }
  for (const [first, second] of [
    ['/out/auto', '/settings/limits'],
    ['/settings/limits', '/out/auto'],
  ] as const) {
    await test.step(`${second} after ${first}, which the server has rendered`, async () => {
      await openRendered(page, portal.url + first)
      await opens[first]()
      await untilLive(page)
      await follows[second]()
    })
    await test.step(`${second} after ${first}, only in the browser`, async () => {
      await page.setExtraHTTPHeaders({ 'portal-page': 'frame' })
      await page.goto(portal.url + first)
      await opens[first]()
      await follows[second]()
      await page.setExtraHTTPHeaders({})
    })
    expect(await versionsIn(page, 'mfe-payouts')).toHaveLength(1)
  }
})

/** Adds fields to the responses that the contracts do not have, as a later API does. */
function addUnknownFields(page: Page): Promise<void> {
  return changeResponses(page, (body) => extended(body))
}

/** Removes optional fields from the responses, as an earlier API does. */
async function omitOptionalFields(page: Page, origin: string): Promise<void> {
  const response = await page.request.get(`${origin}/api/v1/openapi.json`)
  const document = (await response.json()) as OpenapiDocument
  await changeResponses(page, (body, method, path) => withoutOptional(document, { method, path }, body))
}

type Change = (body: unknown, method: string, path: string) => unknown

async function changeResponses(page: Page, change: Change): Promise<void> {
  // A page rendered on the server has its session and first data from there, where the test changes no response.
  await openFrames(page)
  await page.route(/\/api\/v1\/(?!events)/, async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const isJson = response.headers()['content-type']?.startsWith('application/json')
    const path = new URL(response.url()).pathname.replace('/api/v1', '')
    const changed = () => JSON.stringify(change(JSON.parse(text), route.request().method().toLowerCase(), path))
    await route.fulfill({ response, body: isJson ? changed() : text })
  })
}

/** Fields whose value maps ids to objects. */
const keyed = ['by_restaurant']

function extended(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((one) => extended(one))
  if (value === null || typeof value !== 'object') return value
  const fields = Object.entries(value).map(([key, field]) => [key, extended(field, key)])
  return { ...Object.fromEntries(fields), ...(!keyed.includes(name) && { field_of_the_next_version: true }) }
}
