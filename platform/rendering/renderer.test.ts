import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forBrowser } from '../releases/for-browser.ts'
import type { LiveReleases } from '../releases/live.ts'
import {
  createTestRenderer,
  expectOthersRendered,
  holdTimers,
  tipsCode,
  writeReleases,
} from './testing/sample-bundles.ts'

/** Renders the number of its renderings in this process. */
const counting = "(() => { let count = 0; return () => { count += 1; return 'tips ' + count } })()"

/** Renders what the state of the modules and the request say, with pauses between. */
const slowly = `async ({ session }) => {
  const { user } = require('react')
  const before = user()
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate)
  return [session.user, before, user()].join()
}`

test('mixes no pages of 50 users in 1,000 interleaved requests to shared processes', async () => {
  const live = writeReleases({ tips: tipsCode(slowly) })
  const renderer = createTestRenderer({ processes: 2 })
  const requests = Array.from({ length: 1_000 }, (_, index) => `user ${index % 50}`)
  const pages: (string | undefined)[] = []
  const queue = requests.entries()
  const browser = async () => {
    for (const [index, user] of queue) {
      pages[index] = await renderer.html(live, index % 3 === 0 ? '/out' : '/', user)
      await setImmediate()
    }
  }
  await Promise.all(Array.from({ length: 20 }, browser))
  const expected = requests.map((user, index) => (index % 3 === 0 ? `payouts of ${user}` : `${user},${user},${user}`))
  expect(pages).toEqual(expected)
  expect(renderer.failures).toEqual([])
})

test('runs no timer of a page after it', async () => {
  const leaving = `(() => {
    const seen = []
    return () => {
      const before = seen.join()
      setTimeout(() => seen.push('timeout'))
      setInterval(() => seen.push('interval'))
      setImmediate(() => seen.push('immediate'))
      AbortSignal.timeout(0).addEventListener('abort', () => seen.push('signal'))
      return 'after ' + before
    }
  })()`
  const live = writeReleases({ tips: tipsCode(leaving) })
  const renderer = createTestRenderer()
  for (let page = 0; page < 10; page += 1) expect(await renderer.html(live, '/')).toBe('after ')
})

test('sends the frame when no process is free in time', async () => {
  const live = writeReleases({ tips: tipsCode("() => { console.log('runs'); for (;;); }") })
  const renderer = createTestRenderer({ waitMs: 50 })
  await renderer.prepare(live)
  const hanging = renderer.html(live, '/')
  await expect.poll(() => renderer.logged).toEqual(['mfe-tips: runs'])
  expect(await renderer.html(live, '/out')).toBeUndefined()
  await renderer.close()
  expect(await hanging).toBeUndefined()
  expect(renderer.failures).toMatchObject([{ remote: 'mfe-tips' }])
})

test('lets ten pages wait for each process, and sends the frame to others immediately', async () => {
  const live = writeReleases({ tips: tipsCode("() => { console.log('runs'); for (;;); }") })
  const renderer = createTestRenderer({ limitMs: 30_000 })
  await renderer.prepare(live)
  const pass = holdTimers()
  const hanging = renderer.html(live, '/')
  const pages = Array.from({ length: 15 }, () => renderer.html(live, '/out'))
  await expect.poll(() => renderer.logged).toEqual(['mfe-tips: runs'])
  pass(30_000)
  expect(await Promise.all(pages)).toEqual([...Array(10).fill('payouts of anna'), ...Array(5).fill(undefined)])
  expect(await hanging).toBeUndefined()
})

test('renders nothing after it was closed', async () => {
  const live = writeReleases({ tips: tipsCode(counting) })
  const renderer = createTestRenderer()
  await expectOthersRendered(renderer, live)
  await renderer.close()
  expect(await renderer.html(live, '/out')).toBeUndefined()
  expect(renderer.failures).toEqual([])
})

test('renders each release in processes of its own, and ends those that are no longer live', async () => {
  const release = (version: string): LiveReleases => writeReleases({ tips: tipsCode(counting), version })
  const renderer = createTestRenderer()
  const [first, second] = [release('1'), release('2')]
  await renderer.prepare(first)
  expect(await renderer.html(first, '/')).toBe('tips 1')
  await renderer.prepare(second)
  expect(await renderer.html(second, '/')).toBe('tips 1')
  // A page that was requested before the release.
  expect(await renderer.html(first, '/')).toBe('tips 2')
  for (const version of ['3', '4', '5']) await renderer.prepare(release(version))
  // As after a rollback: its processes have ended, and others are started.
  await renderer.prepare(first)
  expect(await renderer.html(first, '/')).toBe('tips 1')
})

test('renders a canary for the browsers that get it, in processes of its own', async () => {
  const published = writeReleases({ tips: tipsCode(counting), canary: tipsCode("() => 'canary'") })
  const renderer = createTestRenderer()
  await renderer.prepare(published)
  expect(await renderer.html(forBrowser(published, { bucket: 9 }), '/')).toBe('canary')
  expect(await renderer.html(forBrowser(published, { bucket: 10 }), '/')).toBe('tips 1')
  expect(await renderer.html(forBrowser(published, { bucket: 9 }), '/out')).toBe('payouts of anna')
})

test('has processes of four sets of releases, and sends the frame to browsers that get a fifth', async () => {
  const published = writeReleases({ tips: tipsCode(counting), canary: tipsCode("() => 'canary'") })
  const renderer = createTestRenderer()
  const [tips = expect.fail(), payouts = expect.fail()] = published.remotes
  const withCanary = (name: string, percent: number) => ({
    ...payouts,
    name,
    canary: { release: { ...payouts.current, server: undefined }, percent },
  })
  const four = { ...published, remotes: [tips, withCanary('mfe-payouts', 20), withCanary('mfe-team', 30)] }
  await renderer.prepare(four)
  for (const bucket of [0, 15, 25, 50]) expect(await renderer.html(forBrowser(four, { bucket }), '/')).toBeDefined()
  expect(await renderer.html(writeReleases({ tips: tipsCode(counting), version: 'other' }), '/')).toBeUndefined()
})
