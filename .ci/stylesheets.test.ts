import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './step.ts'

test('texts have two weights', async () => {
  const stylesheets = globSync('{shell,mfe-*,shared,platform}/**/*.css', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  })
  const weights = await Promise.all(
    stylesheets.map(async (stylesheet) => {
      const text = await readFile(join(root, stylesheet), 'utf8')
      return [...text.matchAll(/font-weight:\s*([^;}]+)/g)].map(([, weight = '']) => weight)
    }),
  )
  expect(new Set(weights.flat())).toEqual(new Set(['400', '600', 'inherit']))
})
