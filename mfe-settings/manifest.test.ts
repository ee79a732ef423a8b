import type { RemoteRoute } from '@portal/shared/manifest'
import { expect, test } from 'vitest'
import { manifest } from './manifest.ts'

const routes: readonly RemoteRoute[] = manifest.routes

// spec: 2.97
test('links each page below the settings back to an existing page', () => {
  const nested = routes.filter(({ path }) => path.startsWith('/settings/'))
  expect(nested).not.toEqual([])
  for (const { path, parent } of nested) {
    expect(routes.map((route) => route.path)).toContain(parent)
    expect(parent).not.toBe(path)
  }
})
