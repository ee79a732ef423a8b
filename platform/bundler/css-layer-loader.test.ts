import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { LoaderContext } from 'webpack'
import putIntoLayer from './css-layer-loader.ts'
import { repository } from './paths.ts'

function layered(file: string, source: string): string {
  return putIntoLayer.call({ resourcePath: join(repository, file) } as LoaderContext<object>, source)
}

test.each([
  ['shared/ui/button/button.module.css', 'components'],
  ['shared/forms/field.module.css', 'components'],
  ['shared/ui/radio-row/radio-row.stories.module.css', 'pages'],
  ['shared/gallery/gallery.module.css', 'pages'],
  ['shell/src/app/layouts/main/frame.module.css', 'pages'],
  ['mfe-tips/features/tips/tips-page.module.css', 'pages'],
])('%s is in the layer %s, on the lines of its source', (file, layer) => {
  expect(layered(file, '.a {}\n.b {}\n')).toBe(
    `@layer reset, tokens, base, components, pages; @layer ${layer} { .a {}\n.b {}\n }`,
  )
})

test('leaves the layers of a global stylesheet, and puts their order first', () => {
  expect(layered('shared/ui/base.css', '@layer base {}')).toBe(
    '@layer reset, tokens, base, components, pages; @layer base {}',
  )
})

test('finds no layer in the sources of CSS modules', () => {
  const modules = globSync('{shell,shared,mfe-*}/**/*.module.css', {
    cwd: repository,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })
  expect(modules).not.toEqual([])
  const naming = modules.filter((file) => readFileSync(join(repository, file), 'utf8').includes('@layer'))
  expect(naming).toEqual([])
})
