import { createHash, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { collected, fetchHealth, leave, reportLive } from '../fixtures/telemetry.ts'
import { expect, test } from '../fixtures.ts'

/**
 * Serves a changed copy of the live release of mfe-tips to this page only, and returns its version. It has no previous
 * release to fall back to.
 */
async function releaseTips(page: Page, change: (source: string) => string = (source) => source): Promise<string> {
  const version = `e2e-${randomBytes(6).toString('hex')}`
  await reportLive(page.request, version)
  let live = ''
  const fetchSource = async (file: string) => {
    const text = await (await page.request.get(`/releases/mfe-tips/${live}/${file}`)).text()
    return file.endsWith('.js') ? change(text) : text
  }

  await page.route('/', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    const written = /id="registry">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    const registry = JSON.parse(written)
    const { current } = registry.remotes['mfe-tips']
    live = current.version
    let body = html
    const files: Record<string, string> = {}
    for (const [file, integrity] of Object.entries<string>(current.files)) {
      const hash = createHash('sha256').update(await fetchSource(file))
      files[file] = `sha256-${hash.digest('base64')}`
      body = body.replaceAll(`${file}" integrity="${integrity}"`, `${file}" integrity="${files[file]}"`)
    }
    const base = `/releases/mfe-tips/${version}/`
    registry.remotes['mfe-tips'] = { current: { ...current, version, base, files } }
    body = body.replace(written, () => JSON.stringify(registry).replaceAll('<', '\\u003c'))
    await route.fulfill({ response, body: body.replaceAll(`/releases/mfe-tips/${live}/`, base) })
  })
  await page.route(`/releases/mfe-tips/${version}/*`, async (route) => {
    const file = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    const contentType = file.endsWith('.js') ? 'text/javascript' : 'text/css'
    await route.fulfill({ body: await fetchSource(file), contentType })
  })
  return version
}

test.beforeEach(async ({ newWaiter, bookTips, signInAs }) => {
  const waiter = await newWaiter()
  await bookTips(waiter, [{ amount: 300 }])
  await signInAs(waiter)
})

/** A text in the code of the page `/` that only its list of tips has. */
const list = '"Последние чаевые"'

// spec: 6.5
test('an error of a page is counted for its remote and its release', async ({ page, request, allowedConsole }) => {
  allowedConsole.patterns.push(/A defect of this release/)
  const defect = '(()=>{throw new Error("A defect of this release")})()'
  const version = await releaseTips(page, (source) => source.replaceAll(list, defect))
  await page.goto('/')
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible()
  await collected(page)
  await leave(page)
  await expect
    .poll(() => fetchHealth(request, version))
    .toEqual([expect.objectContaining({ remote: 'mfe-tips', starts: 1, errors: 1, load_failures: 0 })])
})

test('a violation of the policy is counted for its release', async ({ page, request, allowedConsole }) => {
  allowedConsole.patterns.push(/Content Security Policy|elsewhere/)
  const call = `(fetch("https://elsewhere.example/").catch(()=>{}),${list})`
  const version = await releaseTips(page, (source) => source.replaceAll(list, call))
  const violations = async () => {
    // A browser sends a report once, and a busy portal rejects what no user waits for.
    await page.goto('/')
    await expect(page.getByText('Последние чаевые')).toBeVisible()
    return (await fetchHealth(request, version))[0]?.csp_violations
  }
  await expect.poll(violations).toBeGreaterThan(0)
})

test('the timings of a release are sent when its page is left', async ({ page, request }) => {
  const version = await releaseTips(page)
  await page.goto('/')
  await expect(page.getByText('Последние чаевые')).toBeVisible()
  await collected(page)
  // The browser reports paints from before telemetry loaded when it is idle; a click ends the largest contentful paint.
  await page.evaluate(() => {
    return new Promise<void>((resolve) => {
      const observer = new PerformanceObserver(() => requestIdleCallback(() => resolve()))
      observer.observe({ type: 'largest-contentful-paint', buffered: true })
    })
  })
  await page.getByRole('heading', { level: 1 }).click()
  await leave(page)
  // Each metric is in the report after its measurement; CLS is in the last one.
  await expect.poll(async () => (await fetchHealth(request, version))[0]?.p75).toHaveProperty('CLS')
  const [health] = await fetchHealth(request, version)
  expect(health).toMatchObject({ remote: 'mfe-tips', starts: 1, errors: 0 })
  const { load_time = 0, LCP = 0, TTFB = 0, CLS = 1 } = health?.p75 ?? {}
  expect(load_time).toBeGreaterThan(TTFB)
  expect(LCP).toBeGreaterThan(0)
  expect(TTFB).toBeGreaterThan(0)
  expect(CLS).toBeLessThan(0.01)
})
