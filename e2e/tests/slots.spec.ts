import { openFrames, openMenu } from '@portal/test-kit/steps'
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

const throws = filledBy('()=>{throw Error("injected")}')

test('a release that throws in a slot leaves the page whole, falls back, and is named in telemetry @phone', {
  tag: ['@mfe-tips', '@mfe-payouts'],
}, async ({ page, portal, request, allowedConsole }) => {
  allowedConsole.patterns.push(/injected/)
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

test('a slot that lies over the page leaves the page whole @phone', {
  tag: ['@mfe-tips', '@mfe-payouts'],
}, async ({ page, portal }) => {
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
