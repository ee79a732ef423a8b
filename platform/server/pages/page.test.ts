import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { fileAddress } from '../../bundler/release.ts'
import { createDevelopmentPortal } from '../development-portal.ts'
import {
  closedLater,
  eachWithReleases,
  only,
  open,
  payouts,
  point,
  portal,
  preloadsIn,
  publish,
  shell,
  tips,
} from '../testing/portal.ts'

eachWithReleases()

const requestOfSession = '/api/v1/session/bootstrap'

test('sends a page with a policy that allows only its own scripts', async () => {
  const server = await portal()
  const pages = await Promise.all([open(server, '/'), open(server, '/')])
  const nonces = pages.map((page) => {
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("'strict-dynamic'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toMatch(/unsafe-(inline|eval)/)
    const nonce = /script-src[^;]*'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    const scripts = [...page.body.matchAll(/<script(?! type="application\/json")([^>]*)>/g)]
    expect(scripts.length).toBeGreaterThan(1)
    for (const [, attributes] of scripts) expect(attributes).toContain(`nonce="${nonce}"`)
    return nonce
  })
  expect(nonces[0]).not.toBe(nonces[1])
  expect(pages[0].headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cache-control': 'no-cache',
  })
  expect(pages[0].headers['strict-transport-security']).toBeUndefined()
})

test('an old browser runs only the script that advises to update it', async () => {
  const { body } = await open(await portal(), '/')
  const scripts = [...body.matchAll(/<script nonce="\w+">(.*?)<\/script>/gs)].map(([, text = '']) => text)
  expect(scripts.length).toBeGreaterThan(1)
  // Whatever else a script looks at would be missing.
  for (const script of scripts.slice(1)) runInNewContext(script, { window: { isOldBrowser: true } })
})

test.each([
  ['a window that another site has opened', 'navigate', 'cross-site', 'same-origin'],
  ['one that another origin of the site has opened', 'navigate', 'same-site', 'same-origin'],
  ['the service worker', 'cors', 'same-origin', 'same-origin'],
  ['one that the user has opened', 'navigate', 'none', undefined],
  ['one that follows a link of the portal', 'navigate', 'same-origin', undefined],
])('in %s a page is out of reach of openers where there can be any', async (_, mode, site, policy) => {
  const headers = { accept: 'text/html', 'sec-fetch-mode': mode, 'sec-fetch-site': site }
  const response = await (await portal()).inject({ url: '/', headers })
  expect(response.headers['cross-origin-opener-policy']).toBe(policy)
  expect(response.headers.vary).toContain('Sec-Fetch-Site')
})

test('sends HSTS over https', async () => {
  expect((await open(await portal({ isHttps: true }), '/')).headers['strict-transport-security']).toContain('max-age')
})

test('sends the address for reports of policy violations', async () => {
  const [plain, secure] = [await open(await portal(), '/'), await open(await portal({ isHttps: true }), '/')]
  for (const { headers } of [plain, secure]) {
    expect(headers['content-security-policy']).toContain('report-uri /api/v1/telemetry/csp')
  }
  // Over http no browser reports so, and it would not report in the old way either.
  expect(plain.headers['content-security-policy']).not.toContain('report-to')
  expect(secure.headers['content-security-policy']).toContain('report-to csp')
  expect(secure.headers['reporting-endpoints']).toBe('csp="/api/v1/telemetry/csp"')
})

test('allows only the card form in frames, and only of configured sites', async () => {
  const frameAncestors = (page: { headers: Record<string, unknown> }) =>
    /frame-ancestors ([^;]+)/.exec(String(page.headers['content-security-policy']))?.[1]
  const originsIn = (html: string) => /id="card-form-origins">(.*?)<\/script>/s.exec(html)?.[1]

  const server = await portal({ cardFormOrigins: ['https://shop.example', 'https://cafe.example'] })
  const form = await open(server, '/cards/card-form', '')
  expect(frameAncestors(form)).toBe('https://shop.example https://cafe.example')
  expect(form.headers['x-frame-options']).toBeUndefined()
  expect(originsIn(form.body)).toBe('["https://shop.example","https://cafe.example"]')
  for (const url of ['/', '/cards/card-form/', '/cards/card-form/x', '/login']) {
    const page = await open(server, url)
    expect([url, frameAncestors(page), page.headers['x-frame-options'], originsIn(page.body)]).toEqual([
      url,
      "'none'",
      'DENY',
      undefined,
    ])
  }

  const closed = await open(await portal(), '/cards/card-form')
  expect(frameAncestors(closed)).toBe("'none'")
  expect(closed.headers['x-frame-options']).toBe('DENY')
  expect(originsIn(closed.body)).toBe('[]')
})

test('preloads everything that the route needs, and nothing else', async () => {
  const server = await portal()
  expect(preloadsIn((await open(server, '/')).body)).toEqual([
    fileAddress(shell, 'host.js'),
    fileAddress(shell, 'ui.js'),
    '/releases/mfe-tips/t1/entry.js',
    '/releases/mfe-tips/t1/tips.js',
  ])
  expect(preloadsIn((await open(server, '/billing')).body)).toContain('/releases/mfe-tips/t1/billing.js')
  expect(preloadsIn((await open(server, '/login')).body)).toEqual([])
})

test('preloads what fills the slots of the page, with what it needs of the shell', async () => {
  const [home, list] = tips.manifest.routes
  const routes = [{ ...home, slots: ['tips.actions'] }, list] as typeof tips.manifest.routes
  const offering = { ...tips, version: 't2', manifest: { ...tips.manifest, routes } }
  await point({
    shell: only(publish(shell)),
    'mfe-tips': only(publish(offering)),
    'mfe-payouts': only(publish(payouts)),
  })
  const server = await portal()
  const { body } = await open(server, '/')
  expect(preloadsIn(body)).toEqual([
    fileAddress(shell, 'host.js'),
    fileAddress(shell, 'ui.js'),
    fileAddress(shell, 'sheet.js'),
    '/releases/mfe-tips/t2/entry.js',
    '/releases/mfe-tips/t2/tips.js',
    '/releases/mfe-payouts/p1/entry.js',
    '/releases/mfe-payouts/p1/actions.js',
  ])
  // A page that is opened later requests them together too.
  const [, registry = ''] = /id="registry">(.*?)<\/script>/s.exec(body) ?? []
  expect(JSON.parse(registry).remotes['mfe-tips'].current.pages['/']).toEqual(preloadsIn(body))
})

test('prefetches a page with a requirement, because a redirected user would not use preloads', async () => {
  const manifest = {
    ...tips.manifest,
    routes: tips.manifest.routes.map((route) => ({ ...route, requires: 'default-employee' as const })),
  }
  await point({ shell: only(publish(shell)), 'mfe-tips': only(publish({ ...tips, version: 't2', manifest })) })
  const { body } = await open(await portal(), '/')
  expect(preloadsIn(body)).toEqual([])
  expect(body).toContain('<link rel="prefetch-next" as="script" href="/releases/mfe-tips/t2/tips.js"')
})

test('requests neither data nor pages without a session', async () => {
  const server = await portal()
  const page = await open(server, '/', '')
  expect(preloadsIn(page.body)).toEqual([])
  expect(page.body).not.toContain(requestOfSession)
  expect((await open(server, '/')).body).toContain(requestOfSession)
  expect((await open(server, '/', '__Host-session=x')).body).toContain(requestOfSession)
})

test('sends a page before sign-in as HTML with its own code, which prefetches the files of home', async () => {
  const files = {
    ...shell.files,
    'entry-pages.css': 'sha256-entry-sheet',
    'entry-pages.js': 'sha256-entry-pages',
    'telemetry.js': 'sha256-telemetry',
  }
  const prerendered = {
    sheets: { 'entry-pages.css': 'h1{color:red}' },
    scripts: ['entry-pages.js'],
    pages: { '/login': { html: '<h1>Вход</h1>', scripts: ['entry-pages.js'] } },
  }
  const release = { ...shell, version: 's2', files, prerendered }
  const releaseAddress = (file: string) => fileAddress(release, file)
  await point({ shell: only(publish(release)), 'mfe-tips': only(publish(tips)) })
  const server = await portal()
  const { body, headers } = await open(server, '/login?back=%2Fbilling', '')
  expect(body).toContain('<div id="root"><h1>Вход</h1></div>')
  expect([...body.matchAll(/<script defer src="([^"]+)/g)].map(([, src]) => src)).toEqual([
    releaseAddress('entry-pages.js'),
  ])
  expect([...body.matchAll(/<link rel="stylesheet" href="([^"]+)/g)].map(([, href]) => href)).toEqual([
    '/browser-advice.css',
  ])
  const styleNonce = /style-src[^;]*'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
  expect(body).toContain(
    `<style nonce="${styleNonce}" data-file="${releaseAddress('entry-pages.css')}" data-href="/releases/shell/s2/entry-pages.css">h1{color:red}</style>`,
  )
  const registry = /<script type="application\/json" id="registry">(.*?)<\/script>/s.exec(body)?.[1] ?? ''
  expect(JSON.parse(registry)).toMatchObject({
    shell: { files: { 'entry-pages.js': 'sha256-entry-pages', 'telemetry.js': 'sha256-telemetry' } },
    remotes: {},
  })
  expect(registry).not.toContain('main.js')
  expect([...body.matchAll(/<link rel="prefetch-next"[^>]* href="([^"]+)/g)].map(([, href]) => href)).toEqual([
    releaseAddress('main.css'),
    releaseAddress('main.js'),
    releaseAddress('host.js'),
    releaseAddress('ui.js'),
    '/releases/mfe-tips/t1/entry.js',
    '/releases/mfe-tips/t1/tips.js',
  ])
  // The code of the page uses nothing of a session.
  expect(body).not.toContain(requestOfSession)

  // It will be sent on to the portal, without a flash of the form.
  expect((await open(server, '/login', 'session=x')).body).toContain('<div id="root"></div>')

  const home = await open(server, '/')
  expect(home.body).toContain(`src="${releaseAddress('main.js')}"`)
  expect(home.body).not.toContain(`src="${releaseAddress('entry-pages.js')}"`)
})

test('escapes the registry in its script, and the title in its element', async () => {
  const routes = [
    ...tips.manifest.routes.slice(0, 1),
    { path: '/billing', title: 'Операции </script><script>', layout: 'main' },
  ] as const
  const current = { ...tips, manifest: { ...tips.manifest, routes } }
  // The rules of releases reject such a title, but development has no rules.
  const published = { sequence: 0, shell, remotes: [{ name: 'mfe-tips', current }] }
  const apiUrl = 'http://127.0.0.1:1'
  const server = closedLater(await createDevelopmentPortal({ apiUrl, published, async serveBundles() {} }))
  const { body } = await open(server, '/billing')
  expect(body).toContain('<title>Операции &lt;/script>&lt;script> — Чаевые</title>')
  const json = /<script type="application\/json" id="registry">(.*?)<\/script>/s.exec(body)?.[1] ?? ''
  expect(JSON.parse(json).remotes['mfe-tips'].current).toMatchObject({
    version: 't1',
    base: '/releases/mfe-tips/t1/',
    container: 'mfe_tips_t1',
    files: { 'entry.js': 'sha256-entry' },
    manifest: { routes: [{ path: '/' }, { title: 'Операции </script><script>' }] },
  })
})

test('responds to an unknown page with 404, which the shell renders', async () => {
  const page = await open(await portal(), '/nowhere')
  expect(page.statusCode).toBe(404)
  expect(page.body).toContain(fileAddress(shell, 'main.js'))
})
