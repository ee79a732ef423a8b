import { expect, test } from 'vitest'
import type { LiveReleases } from '../releases/live.ts'
import { findRoute } from '../releases/page-parts.ts'
import { filling, offering, payouts, tips } from '../releases/testing/sample-releases.ts'
import {
  createTestRenderer,
  holdTimers,
  requestFor,
  type TestRenderer,
  writeReleases,
} from './testing/sample-bundles.ts'

// The page of the tips has a slot that the payouts fill. Whatever the payouts do there, the page is rendered.

/** A shell that renders `/` with what fills its slot, or with a fallback. */
const shellCode = `
  exports.provide = async () => ({})
  exports.render = async ({ fillers }, remotePage, remoteSlot) => {
    const parts = []
    for (const { remote, slot } of fillers) {
      const { Component, runs } = await remoteSlot(remote, slot)
      parts.push(() => { runs(); return Component() })
    }
    const fill = async () => {
      const texts = []
      for (const part of parts) texts.push(await part())
      return texts.join(', ') || 'fallback'
    }
    const { Component } = await remotePage('mfe-tips', '/')
    return { html: await Component(fill), reads: [] }
  }`

const pageCode = (component = "async (fill) => 'page with ' + (await fill())") =>
  `exports.pages = { '/': async () => ({ Component: ${component} }) }`
const fillerCode = (component: string) => `exports.pages = {}
  exports.slots = { 'tips.actions': async () => ({ Component: ${component} }) }`

function releasesWith(filler: string, page = pageCode(), settings?: string): LiveReleases {
  const live = writeReleases({ tips: page, payouts: filler, shell: shellCode, ...(settings && { settings }) })
  const manifests: Record<string, LiveReleases['remotes'][number]['current']['manifest']> = {
    'mfe-tips': tips({ paths: ['/'], ...offering('tips.actions') }).manifest,
    'mfe-payouts': payouts({ paths: ['/out'], ...filling('tips.actions') }).manifest,
    'mfe-settings': payouts({ name: 'mfe-settings', paths: ['/settings'], ...filling('tips.actions') }).manifest,
  }
  return {
    ...live,
    remotes: live.remotes.map(({ name, current }) => ({
      name,
      current: { ...current, manifest: manifests[name] ?? current.manifest },
    })),
  }
}

const byPayouts = { slot: 'tips.actions', remote: 'mfe-payouts' }
const bySettings = { slot: 'tips.actions', remote: 'mfe-settings' }

function render(renderer: TestRenderer, live: LiveReleases, fillers = [byPayouts]) {
  return renderer.render(live, { ...requestFor('/', 'anna'), fillers }, findRoute(live, '/'))
}

test('renders a page with what fills its slot, when it is asked for', async () => {
  const live = releasesWith(fillerCode("() => 'payouts'"))
  const renderer = createTestRenderer()
  expect(await render(renderer, live)).toEqual({ html: 'page with payouts', reads: [], fillers: [byPayouts] })
  expect(await render(renderer, live, [])).toEqual({ html: 'page with fallback', reads: [], fillers: [] })
  expect(renderer.failures).toEqual([])
})

test.each([
  ['throws', "() => { throw new Error('No payouts') }", 'threw'],
  ['throws in a timer', "() => new Promise(() => setTimeout(() => { throw new Error('Late') }))", 'ended'],
  ['never ends', "() => { console.log('runs'); for (;;); }", 'late'],
  ['waits forever', "() => { console.log('runs'); return new Promise(() => {}) }", 'late'],
  ['ends the process', '() => { const all = []; for (;;) all.push([all.length]) }', 'ended'],
  ['is no component', 'undefined', 'threw'],
])('renders the page without what %s, and names its remote', async (_, component, reason) => {
  const live = releasesWith(fillerCode(component))
  const renderer = createTestRenderer()
  await renderer.prepare(live)
  const pass = holdTimers()
  const rendering = render(renderer, live)
  if (reason === 'late') await expect.poll(() => renderer.logged).toEqual(['mfe-payouts: runs'])
  pass(reason === 'late' ? 60_000 : 0)
  expect(await rendering).toEqual({ html: 'page with fallback', reads: [], fillers: [] })
  expect(renderer.failures).toMatchObject([{ remote: 'mfe-payouts', version: '1', reason }])
})

test('renders the page with its other filler where one fails, and blames only that one', async () => {
  const live = releasesWith(
    fillerCode("() => { throw new Error('No payouts') }"),
    pageCode(),
    fillerCode("() => 'settings'"),
  )
  const renderer = createTestRenderer()
  for (let page = 0; page < 4; page += 1) {
    const rendered = await render(renderer, live, [byPayouts, bySettings])
    expect(rendered).toEqual({ html: 'page with settings', reads: [], fillers: [bySettings] })
  }
  expect(renderer.failures.map(({ remote }) => remote)).toEqual(['mfe-payouts', 'mfe-payouts', 'mfe-payouts'])
})

test('names the remote of the page where the page fails without its slots too', async () => {
  const failing = pageCode("async (fill) => { await fill(); throw new Error('No page') }")
  const live = releasesWith(fillerCode("() => 'payouts'"), failing)
  const renderer = createTestRenderer()
  expect(await render(renderer, live)).toBeUndefined()
  expect(renderer.failures).toMatchObject([
    { remote: 'mfe-tips', error: { message: expect.stringContaining('No page') } },
  ])
})

test('names what fills a slot where it breaks the page by what it gives', async () => {
  const live = releasesWith(fillerCode('() => ({ toString() { throw new Error() } })'))
  const renderer = createTestRenderer()
  expect((await render(renderer, live))?.html).toBe('page with fallback')
  expect(renderer.failures).toMatchObject([{ remote: 'mfe-payouts' }])
})

test('does not fill a slot any more that has failed three times, and renders the page immediately', async () => {
  const live = releasesWith(fillerCode("() => { throw new Error('No payouts') }"))
  const renderer = createTestRenderer()
  for (let page = 0; page < 5; page += 1) expect((await render(renderer, live))?.html).toBe('page with fallback')
  expect(renderer.failures).toHaveLength(3)
})

test.each([
  ['exports no slots', 'exports.pages = {}'],
  ['does not load', "throw new Error('No payouts')"],
])('renders the page where the bundle of what fills its slot %s', async (_, code) => {
  const live = releasesWith(code)
  const renderer = createTestRenderer()
  await renderer.prepare(live)
  expect(await render(renderer, live)).toEqual({ html: 'page with fallback', reads: [], fillers: [] })
})
