import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { reportTelemetry, type TelemetryEvent } from '@portal/contracts/telemetry'
import type { RemoteRelease } from '@portal/platform/bundler/release'
import { openFrames } from '@portal/test-kit/steps'
import { collected } from '../fixtures/telemetry.ts'
import { expect } from '../fixtures.ts'
import { pageStylesheet } from '../releases/patched-copy.ts'
import { sectionFailures } from '../releases/section-failures.ts'
import { chooseInMenu, sections, showsSection, test, versionsIn } from '../releases/sections.ts'

for (const [name, change] of Object.entries(sectionFailures)) {
  test(`a release whose page ${name} is the one that telemetry names, and its user sees the previous one @phone`, async ({
    context,
    portal,
  }) => {
    const { release, before } = await portal.release('mfe-tips', change)
    const page = await context.newPage()
    await holdTelemetry(context)
    await page.goto(portal.url + sections['mfe-tips'].path)
    await showsSection(page, 'mfe-tips')
    const staysOn = name === 'throws in a cleanup' ? release.version : before
    if (staysOn === before) await expect.poll(() => versionsIn(page, 'mfe-tips')).toContain(before)
    await showsSection(page, 'mfe-tips')

    await chooseInMenu(page, 'mfe-settings')
    await showsSection(page, 'mfe-settings')
    await chooseInMenu(page, 'mfe-tips')
    await showsSection(page, 'mfe-tips')

    await collected(page)
    const events = await reported(page)
    // React renders a page that fails while it takes over the server's HTML a second time.
    expect(events.filter((event) => event.kind === 'error' && !event.again)).toEqual([
      expect.objectContaining({ remote: 'mfe-tips', version: release.version }),
    ])
    const starts = events.filter(({ kind, remote }) => kind === 'start' && remote === 'mfe-tips')
    expect(starts.map(({ version }) => version)).toEqual([release.version])
  })
}

/** Changes one byte, so that the file has the right length, but not the hash in the release. */
async function changeByte(path: string): Promise<void> {
  const bytes = await readFile(path)
  bytes[bytes.length - 2] = (bytes[bytes.length - 2] ?? 0) ^ 1
  await writeFile(path, bytes)
}

for (const [name, fileName, spoil] of [
  ['entry has another byte', ({ entry }: RemoteRelease) => entry, changeByte],
  ['stylesheet is missing', pageStylesheet, (path: string) => rm(path)],
] as const) {
  test(`a release whose ${name} gives way to the previous one, and is a notice without one @phone`, async ({
    context,
    portal,
  }) => {
    const page = await context.newPage()
    await openFrames(page)
    for (const hasPrevious of [true, false]) {
      const { release, before } = await portal.release('mfe-tips', undefined, { hasPrevious })
      await spoil(join(portal.folder, 'releases/mfe-tips', release.version, fileName(release)))
      await page.goto(portal.url)
      if (hasPrevious) {
        await showsSection(page, 'mfe-tips')
        expect(await versionsIn(page, 'mfe-tips')).toContain(before)
      } else {
        await expect(page.getByText('Раздел временно недоступен')).toBeVisible()
        await expect(page.getByRole('button', { name: 'Повторить' })).toBeVisible()
      }
    }
  })
}

/** Holds what the page reports for `reported`. */
async function holdTelemetry(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const sent: Blob[] = []
    Object.assign(window, { sent })
    navigator.sendBeacon = (_, body) => sent.push(body as Blob) > 0
  })
}

/** Returns what the page has reported when it is left. */
async function reported(page: Page): Promise<TelemetryEvent[]> {
  const bodies = await page.evaluate(() => {
    dispatchEvent(new Event('pagehide'))
    return Promise.all((Reflect.get(window, 'sent') as Blob[]).map((body) => body.text()))
  })
  return bodies.flatMap((body) => reportTelemetry.body.parse(JSON.parse(body)).events)
}
