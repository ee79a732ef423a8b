import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repository } from '../build/paths.ts'

/** `ui/button`, `forms/otp-step`: whatever the shell and the remotes import of the two folders. */
function usedModules(): string[] {
  const files = globSync('{shell,mfe-*}/**/*.{ts,tsx}', { cwd: repository, exclude: (name) => name === 'node_modules' })
  const sources = files.map((file) => readFileSync(join(repository, file), 'utf8'))
  const imports = sources.flatMap((source) => [...source.matchAll(/'@portal\/shared\/((?:ui|forms)\/[\w-]+)'/g)])
  return [...new Set(imports.map(([, module = '']) => module))].sort()
}

test.each(usedModules())('%s is in the gallery', (module) => {
  const name = module.slice(module.indexOf('/') + 1)
  const stories = module.startsWith('ui/') ? `${module}/${name}.stories.tsx` : `${module}.stories.tsx`
  expect(existsSync(join(repository, 'shared', stories)), `shared/${stories} is missing`).toBe(true)
})
