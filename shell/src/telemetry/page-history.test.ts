import type { RemoteManifest } from '@portal/shared/manifest'
import type { PageRegistry } from '@portal/shared/page-protocol'
import { expect, test } from 'vitest'
import { createPageHistory, routePattern } from './page-history.ts'

function remote(name: RemoteManifest['name'], version: string, paths: string[] = []): PageRegistry['remotes'][string] {
  const routes = paths.map((path) => ({ path, title: path, layout: 'main' as const }))
  const base = `/releases/${name}/${version}/`
  return {
    current: { version, base, entry: '', container: '', files: {}, manifest: { name, paths, routes, menu: [] } },
  }
}

const registry = {
  sequence: 1,
  shell: { version: 's1', base: '/releases/shell/s1/', files: {} },
  remotes: {
    'mfe-tips': remote('mfe-tips', 't1', ['/', '/billing']),
    'mfe-settings': remote('mfe-settings', 'm1', ['/settings', '/settings/cards/add', '/settings/cards/:id/edit']),
  },
}

test('the history times the first section from the document, later ones from their navigation', () => {
  const history = createPageHistory(registry)
  history.navigated(400)
  expect(history.shown('mfe-tips', 900)).toEqual({ release: { remote: 'mfe-tips', version: 't1' }, took: 900 })
  history.navigated(5000)
  expect(history.shown('mfe-settings', 5200).took).toBe(200)
})

test('the history times the first section after a login from the login', () => {
  const history = createPageHistory(registry)
  history.navigated(300)
  history.navigated(30_000)
  expect(history.shown('mfe-tips', 30_500).took).toBe(500)
})

test('the history does not time another attempt, or a new render of the same page', () => {
  const history = createPageHistory(registry)
  history.navigated(300)
  history.failed()
  expect(history.shown('mfe-tips', 60_000).took).toBeUndefined()
  expect(history.shown('mfe-tips', 70_000).took).toBeUndefined()
})

test('the history attributes a page to the release that was started, not to the one in the registry', () => {
  const history = createPageHistory(registry)
  history.started({ remote: 'mfe-tips', version: 't0' })
  expect(history.shown('mfe-tips', 900).release).toEqual({ remote: 'mfe-tips', version: 't0' })
})

test('the history returns whose section is on the screen, or is about to be', () => {
  const history = createPageHistory(registry)
  expect(history.onScreen()).toEqual({ remote: 'shell', version: 's1' })
  history.started({ remote: 'mfe-tips', version: 't0' })
  expect(history.onScreen()).toEqual({ remote: 'mfe-tips', version: 't0' })
  history.shown('mfe-settings', 900)
  expect(history.onScreen()).toEqual({ remote: 'mfe-settings', version: 'm1' })
})

test('the history returns the release that was on the screen at a time', () => {
  const history = createPageHistory(registry)
  expect(history.releaseAt(100)).toEqual({ remote: 'shell', version: 's1' })
  history.shown('mfe-tips', 900)
  history.shown('mfe-settings', 5000)
  expect(history.releaseAt(300).remote).toBe('mfe-tips')
  expect(history.releaseAt(4999).remote).toBe('mfe-tips')
  expect(history.releaseAt(5000).remote).toBe('mfe-settings')
})

test.each([
  ['/', '/'],
  ['/settings/cards/add', '/settings/cards/add'],
  ['/settings/cards/de300000-0000-4000-8000-000000000001/edit', '/settings/cards/:id/edit'],
  ['/settings/', '/settings'],
  ['/i/a-secret', '/i/:code'],
  ['/i/a-secret/more', undefined],
  ['/nowhere/7', undefined],
])('%s is the page %s', (pathname, pattern) => {
  expect(routePattern(registry, pathname)).toBe(pattern)
})
