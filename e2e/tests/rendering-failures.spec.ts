import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'
import type { Change } from '../releases/patched-copy.ts'
import { pairsFor, sections, showsSection, test } from '../releases/sections.ts'

// Each defect is only in the server bundle, and in two remotes. Their pages arrive as the frame, and the browser
// renders them with the same release. The server still renders the pages of the other remotes. More defects are in
// platform/rendering/failures.test.ts.

/** A page waits this long for its rendering (platform/rendering/renderer.ts). */
const late = /late: There is no result after 1000 ms/

const defects: Record<string, { code: string; reason: RegExp }> = {
  'throws while it renders': { code: withPages(`() => { throw Error('injected') }`), reason: /threw/ },
  'never ends': { code: withPages('() => { for (;;); }'), reason: late },
  'changes what all code has': { code: "(() => { 'use strict'; Array.prototype.map = () => [] })()", reason: /threw/ },
}

function withPages(component: string): string {
  return `const { pages } = module.exports
    const Component = ${component}
    module.exports = { pages: Object.fromEntries(Object.keys(pages).map((path) => [path, async () => ({ Component })])) }`
}

const inServerBundle = (code: string): Change => ({
  file: ({ server }) => server?.file ?? '',
  to: (text) => `${text};{${code}\n}`,
})

for (const [n, [name, { code, reason }]] of Object.entries(defects).entries()) {
  test(`a release that ${name} on the server arrives as the frame, in time @phone`, async ({ page, portal }) => {
    const change = inServerBundle(code)
    const [failing, sound] = pairsFor(n)
    const released = await portal.releaseTogether(
      Object.fromEntries(failing.map((remote) => [remote, { change, hasPrevious: true }])),
    )
    for (const remote of failing) {
      await test.step(remote, async () => {
        const version = released[remote]?.release.version
        // The processes that load the release may take longer than a page waits for them.
        await expect
          .poll(async () => {
            await isRendered(page, portal.url + sections[remote].path)
            return failuresIn(portal.log())
          })
          .toContainEqual({ remote, version, reason: expect.stringMatching(reason) })
        await page.goto(portal.url + sections[remote].path)
        await expect(page.locator('#rendered')).toHaveCount(0)
        await showsSection(page, remote)
      })
    }

    for (const remote of sound) {
      await expect.poll(() => isRendered(page, portal.url + sections[remote].path), remote).toBe(true)
    }
  })
}

/** Each page lists what it finds of other users, and keeps the name of its own user in the same ways. */
const keepingCode = `
  const { createElement } = require('react')
  const { useSession } = require('@portal/shared/session/store')
  const map = new Map()
  const closure = ((kept) => (name) => (kept = name ?? kept))()
  const memoized = ((all) => (key, load) => (all[key] ??= load()))({})
  let variable
  const attempt = (work) => { try { return work() } catch { return undefined } }
  const keepingUser = (load) => async () => {
    await load()
    const Component = () => {
      const { name } = useSession.getState().user
      const kept = [variable, map.get('user'), closure(), memoized('user', () => name), globalThis.last, [].last, createElement.last, useSession.last]
      const toasts = useSession.getState().toasts.map(String)
      variable = name
      map.set('user', name)
      closure(name)
      for (const shared of [globalThis, Array.prototype, createElement, useSession]) attempt(() => { shared.last = name })
      attempt(() => useSession.getState().toasts.push(name))
      return createElement('pre', { id: 'kept' }, JSON.stringify([...new Set([...kept, ...toasts, name])].filter(Boolean)))
    }
    return { Component }
  }
  module.exports = {
    ...module.exports,
    pages: Object.fromEntries(Object.entries(module.exports.pages).map(([path, load]) => [path, keepingUser(load)])),
  }`

test('a remote that keeps its user in its modules shows only the user of the page @phone', async ({
  portal,
  newUser,
  newContext,
  signInAs,
}) => {
  await portal.releaseTogether({ 'mfe-tips': { change: inServerBundle(keepingCode), hasPrevious: true } })
  const visitors = await Promise.all(
    ['Анна Первая', 'Борис Второй'].map(async (name) => {
      const context = await newContext()
      await signInAs(await newUser(name), context)
      return { name, context }
    }),
  )
  // Visits in both orders, and on each of the processes.
  for (const { name, context } of Array.from({ length: 6 }, () => visitors).flat()) {
    const read = async () => {
      const response = await context.request.get(portal.url, { headers: { accept: 'text/html' } })
      return /id="kept">(.*?)<\/pre>/.exec(await response.text())?.[1]?.replaceAll('&quot;', '"')
    }
    // The first visits may come before the processes have loaded the release.
    await expect.poll(read).toBe(JSON.stringify([name]))
  }
})

async function isRendered(page: Page, address: string): Promise<boolean> {
  const response = await page.request.get(address, { headers: { accept: 'text/html' } })
  return (await response.text()).includes('id="rendered"')
}

/** Returns which failures of rendering a portal's log names. */
function failuresIn(log: string): { remote: string; version: string; reason: string }[] {
  return log
    .split('\n')
    .filter((line) => line.includes('A page could not be rendered on the server'))
    .map((line) => {
      const { remote, version, reason, err } = JSON.parse(line)
      return { remote, version, reason: `${reason}: ${err.message}` }
    })
}
