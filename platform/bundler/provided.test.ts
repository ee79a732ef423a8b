import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { providedFiles, providedFolders, providedName } from '@portal/shared/provided'
import { expect, test } from 'vitest'
import { repository } from './paths.ts'
import { versionsByPackage } from './shared-modules.ts'

const { resolve } = createRequire(import.meta.url)
const folders = Object.keys(providedFolders)
const files = globSync(['*.ts', ...folders.map((folder) => `${folder}/**/*.{ts,tsx}`)], {
  cwd: join(repository, 'shared'),
})

test.each([
  ['router.ts', '@portal/shared/router'],
  ['session/store.ts', '@portal/shared/session/store'],
  ['ui/button/button.tsx', '@portal/shared/ui/button'],
  ['forms/form.tsx', '@portal/shared/forms/form'],
  ['ui/dropdown/options.tsx', undefined],
  ['http/transport/transfer-file.ts', undefined],
  ['forms/money-mask.ts', undefined],
  ['browser-storage.ts', undefined],
  ['contracts/phone.ts', undefined],
])('names %s %s', (file, name) => {
  expect(providedName(file)).toBe(name)
})

test('finds modules at each path of the table', () => {
  const names = files.map(providedName)
  for (const file of providedFiles) expect(names).toContain(`@portal/shared/${file}`)
  for (const folder of folders) expect(names.join()).toContain(`@portal/shared/${folder}/`)
})

test.each(
  files
    .filter((file) => !/[.](test|stories)[.]/.test(file))
    .flatMap((file) => {
      const name = providedName(file)
      return name ? [[name, file]] : []
    }),
)('%s is what package.json exports by that name', (name, file) => {
  expect(resolve(name)).toBe(join(repository, 'shared', file))
})

test('a release names the version of each library whose values remotes get from the shell', () => {
  const names = ['react', 'react-dom', 'react-router-dom', 'react-hook-form', '@tanstack/react-query', 'zod', 'zustand']
  expect(Object.keys(versionsByPackage())).toEqual(expect.arrayContaining(names))
})
