import { expect, test } from 'vitest'
import { findRoute } from './page-parts.ts'
import { shell, tips } from './testing/sample-releases.ts'

test.each([
  ['/cards', '/cards'],
  ['/cards/', '/cards'],
  ['/Cards', '/cards'],
  ['/cards/7', '/cards/:id'],
  ['/cards/new', '/cards/new'],
  ['/cards/7/8', undefined],
])('%s is an address of the route %s', (pathname, path) => {
  const current = tips({ paths: ['/cards', '/cards/:id', '/cards/new'] })
  const live = { sequence: 1, shell: shell(), remotes: [{ name: 'mfe-tips', current }] }
  expect(findRoute(live, pathname)?.path).toBe(path)
})
