import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from './paths.ts'
import { stableName } from './stable-ids-plugin.ts'

test.each([
  [`javascript/auto|${join(repository, 'shell/src/main.tsx')}`, 'javascript/auto|/shell/src/main.tsx'],
  [join(repository, 'node_modules/.pnpm/react@19.3.1/node_modules/react/index.js'), 'react/index.js'],
  ['/home/anna/.store/node_modules/react/index.js', 'react/index.js'],
  [
    `${join(repository, 'node_modules/swc-loader/index.js')}!${join(repository, 'mfe-tips/remote.ts')}`,
    'swc-loader/index.js!/mfe-tips/remote.ts',
  ],
  [join(repository, 'node_modules/.federation/entry.1e7cef6256d376f4af8120514ab61525.js'), '.federation/entry.js'],
])('a module has the same name in every folder: %s → %s', (identifier, name) => {
  expect(stableName(identifier)).toBe(name)
})
