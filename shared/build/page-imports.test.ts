import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { RemoteManifest } from '../manifest.ts'
import { pageImports } from './page-imports.ts'
import { remoteNames, repository } from './paths.ts'

test.each(remoteNames)('each route of %s has a page, and each page a route', async (name) => {
  const file = join(repository, name, 'remote.ts')
  const imports = pageImports(file)
  const { manifest } = (await import(pathToFileURL(join(dirname(file), 'manifest.ts')).href)) as {
    manifest: RemoteManifest
  }
  expect([...imports.keys()].sort()).toEqual(manifest.routes.map(({ path }) => path).sort())
  for (const request of imports.values()) expect(existsSync(join(dirname(file), request)), request).toBe(true)
})
