import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../..')

/** `ui/button`, `forms/otp-step`: whatever the shell and the remotes import of the two folders. */
function usedModules(): string[] {
  const files = globSync('{shell,mfe-*}/**/*.{ts,tsx}', { cwd: repository, exclude: (name) => name === 'node_modules' })
  const sources = files.map((file) => readFileSync(join(repository, file), 'utf8'))
  const imports = sources.flatMap((source) => [...source.matchAll(/'@portal\/shared\/((?:ui|forms)\/[\w-]+)'/g)])
  return [...new Set(imports.map(([, module = '']) => module))].sort()
}

/** `ui/button` → `ui/button/button`, `forms/otp-step` → `forms/otp-step` */
const sourceFile = (module: string) => (module.startsWith('ui/') ? module + module.slice('ui'.length) : module)
const isThere = (file: string) => existsSync(join(repository, 'shared', file))
// What draws nothing of its own is no widget.
const widgets = usedModules().filter((module) => isThere(`${sourceFile(module)}.tsx`))

test.each(widgets)('%s is in the gallery', (module) => {
  const stories = `${sourceFile(module)}.stories.tsx`
  expect(isThere(stories), `shared/${stories} is missing`).toBe(true)
})
