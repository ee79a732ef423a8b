import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RemoteManifest } from '@portal/shared/manifest'
import { expect, test } from 'vitest'
import { pageImports, slotImports } from './page-imports.ts'
import { remoteNames, repository } from './paths.ts'

test.each(remoteNames)(
  'each route of %s has a page, each slot that it fills has code, and nothing else does',
  async (name) => {
    const file = join(repository, name, 'remote.ts')
    const imports = pageImports(file)
    const slots = slotImports(file)
    const { manifest } = (await import(pathToFileURL(join(dirname(file), 'manifest.ts')).href)) as {
      manifest: RemoteManifest
    }
    expect([...imports.keys()].sort()).toEqual(manifest.routes.map(({ path }) => path).sort())
    expect([...slots.keys()].sort()).toEqual([...(manifest.fills ?? [])].sort())
    for (const request of [...imports.values(), ...slots.values()])
      expect(existsSync(join(dirname(file), request)), request).toBe(true)
  },
)

test.each(remoteNames)('the routes of %s name each slot that its sources offer', async (name) => {
  const { manifest } = (await import(pathToFileURL(join(repository, name, 'manifest.ts')).href)) as {
    manifest: RemoteManifest
  }
  const exclude = (file: string) => file === 'node_modules' || /\.test\./.test(file)
  const sources = globSync('**/*.tsx', { cwd: join(repository, name), exclude })
  const offered = sources.flatMap((file) =>
    [...readFileSync(join(repository, name, file), 'utf8').matchAll(/<Slot\s+name="([^"]+)"/g)].map(([, slot]) => slot),
  )
  expect([...new Set(offered)].sort()).toEqual([...new Set(manifest.routes.flatMap(({ slots = [] }) => slots))].sort())
})

test('pages and slots in double quotes, as some formatters write them, are found', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'remote-')), 'remote.ts')
  writeFileSync(
    file,
    'pages: {\n  "/rota": () =>\n    import(\n      "./rota-page.tsx"\n    ),\n}, slots: { "a.b": () => import("./b.tsx") }',
  )
  expect([...pageImports(file)]).toEqual([['/rota', './rota-page.tsx']])
  expect([...slotImports(file)]).toEqual([['a.b', './b.tsx']])
  rmSync(dirname(file), { recursive: true })
})

/** `./features/operations/operations-page.tsx` → `OperationsPage` */
function componentName(request: string): string {
  return basename(request, '.tsx').replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
}

test.each(remoteNames)(
  'each page and slot of %s exports a component that DevTools show by the name of its file',
  (name) => {
    const file = join(repository, name, 'remote.ts')
    for (const request of [...pageImports(file).values(), ...slotImports(file).values()]) {
      const source = readFileSync(join(dirname(file), request), 'utf8')
      expect(source, request).toContain(`export { ${componentName(request)} as Component }`)
    }
  },
)

test('each lazily loaded page of the shell is a function that DevTools show by the name of its file', () => {
  const router = join(repository, 'shell/src/app/routing/router.tsx')
  const requests = [...readFileSync(router, 'utf8').matchAll(/import\('([^']+-page\.tsx)'\)/g)].map(
    ([, request = '']) => request,
  )
  expect(requests).not.toEqual([])
  for (const request of requests) {
    const source = readFileSync(join(dirname(router), request), 'utf8')
    expect(source, request).toContain(`export default function ${componentName(request)}(`)
  }
})
