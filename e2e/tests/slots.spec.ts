import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openFrames, openMenu, openRendered, untilLive } from '@portal/test-kit/steps'
import { collected, fetchHealth, leave, reportLive } from '../fixtures/telemetry.ts'
import { expect } from '../fixtures.ts'
import type { Change } from '../releases/patched-copy.ts'
import { test, versionsIn } from '../releases/sections.ts'

// `mfe-payouts` fills a slot of the tips page. Whatever its release does there, the rest of the page works.

const slot = 'tips.actions'

/** Replaces the component that fills the slot, only in browsers. */
function filledBy(component: string): Change {
  return {
    file: ({ slots }) => slots?.[slot]?.files.filter((file) => file.endsWith('.js')).at(-1) ?? '',
    to: (text) => text.replace(/Component:\(\)=>[\w$]+/, `Component:()=>${component}`),
  }
}

/** The console messages that these releases cause. */
const failures = /injected|Refused to execute|RemoteError|ChunkLoadError|status of 404|NotShownError/

const throws = filledBy('()=>{throw Error("injected")}')

test('a release that throws in a slot leaves the page whole, falls back, and is named in telemetry @phone', {
  tag: ['@mfe-tips', '@mfe-payouts'],
}, async ({ page, portal, request, allowedConsole }) => {
  allowedConsole.patterns.push(failures)
  await test.step('with a previous release', async () => {
    const { before, release } = await portal.release('mfe-payouts', throws)
    await reportLive(request, release.version, 'mfe-payouts')
    await openFrames(page)
    await page.goto(portal.url)
    await expect(page.getByText('Выводов пока нет')).toBeVisible()
    expect(await versionsIn(page, 'mfe-payouts')).toContain(before)
    await collected(page)
    await leave(page)
    await expect
      .poll(() => fetchHealth(request, release.version))
      .toEqual([expect.objectContaining({ remote: 'mfe-payouts', errors: 1 })])
  })

  await test.step('without a previous release', async () => {
    await portal.release('mfe-payouts', throws, { hasPrevious: false })
    await page.goto(portal.url)
    await expect(page.getByText('Последние чаевые')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Вывести', exact: true })).toHaveAttribute('href', '/out')
    await expect(page.getByText('Выводов пока нет')).toHaveCount(0)
    await expect(page.getByText('Раздел временно недоступен')).toHaveCount(0)
    await openMenu(page)
    await page.getByRole('link', { name: 'Операции' }).click()
    await expect(page.getByRole('heading', { name: 'Операции' })).toBeVisible()
  })
})

test('a slot whose code is missing, lies over the page or suspends forever leaves the page whole @phone', {
  tag: ['@mfe-tips', '@mfe-payouts'],
}, async ({ page, portal, allowedConsole }) => {
  allowedConsole.patterns.push(failures)
  await test.step('missing, in a page that the server has rendered with it', async () => {
    const { release } = await portal.release('mfe-payouts', undefined, { hasPrevious: false })
    await rm(join(portal.folder, 'releases/mfe-payouts', release.version, throws.file(release)))
    await openRendered(page, portal.url)
    await untilLive(page)
    await expect(page.getByText('Выводов пока нет')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Вывести', exact: true })).toBeVisible()
    await expect(page.getByText('Последние чаевые')).toBeVisible()
  })

  await test.step('over the page', async () => {
    const veil = `{style:{position:'fixed',inset:0,zIndex:9999,background:'#000'}}`
    const library = `globalThis.__FEDERATION__.__INSTANCES__[0].options.shared.react[0].lib()`
    await portal.release('mfe-payouts', filledBy(`()=>${library}.createElement('div',${veil},'injected')`), {
      hasPrevious: false,
    })
    await openFrames(page)
    await page.goto(portal.url)
    await expect(page.getByText('injected')).toBeAttached()
    await page.getByText('Месяц', { exact: true }).click({ trial: true })
  })

  await test.step('forever', async () => {
    await portal.release('mfe-payouts', filledBy('()=>{throw new Promise(()=>{})}'), { hasPrevious: false })
    await openFrames(page)
    await page.goto(portal.url)
    await expect(page.getByText('Последние чаевые')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Вывести', exact: true })).toBeVisible()
  })
})

test('a slot that never ends on the server leaves the rendered page whole, with the link of the page @phone', {
  tag: ['@mfe-tips', '@mfe-payouts'],
}, async ({ page, portal }) => {
  const { release } = await portal.release('mfe-payouts', {
    file: ({ server }) => server?.file ?? '',
    to: (text) =>
      `${text};{module.exports = { ...module.exports, slots: { '${slot}': async () => ({ Component: () => { for (;;); } }) } }}`,
  })
  const named = { remote: 'mfe-payouts', version: release.version, reason: 'late' }
  await expect
    .poll(async () => {
      await page.request.get(portal.url, { headers: { accept: 'text/html' } })
      return portal
        .log()
        .split('\n')
        .filter((line) => line.includes('could not be rendered'))
        .map((line) => JSON.parse(line))
    })
    .toContainEqual(expect.objectContaining(named))
  await openRendered(page, portal.url)
  await untilLive(page)
  await expect(page.getByRole('link', { name: 'Вывести', exact: true })).toBeVisible()
  await expect(page.getByText('Выводов пока нет')).toHaveCount(0)
  await expect(page.getByText('Последние чаевые')).toBeVisible()
})
