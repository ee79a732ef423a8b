import { relative } from 'node:path'
import type { Compilation, NormalModule } from 'webpack'
import { isInput } from './inputs.ts'
import { repository } from './paths.ts'
import { allModules } from './shared-names.ts'

/**
 * Rejects a bundle with a repository file that its version does not depend on: when only this file changes, the package
 * would not be built or released again.
 * @throws Error with the file
 */
export function requireInputs(name: string, compilation: Compilation): void {
  const isKnown = isInput(name)
  for (const module of allModules(compilation)) {
    const file = relative(repository, ((module as NormalModule).resource ?? '').replace(/\?.*$/, ''))
    const isSource = /^(shared|shell|mfe-[\w-]+)\//.test(file) && !file.includes('node_modules/')
    if (isSource && !isKnown(file)) throw new Error(`${file} is bundled, and the version of ${name} is not made of it`)
  }
}
