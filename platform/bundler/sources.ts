import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { providedName } from '@portal/shared/provided'
import type { Compilation, NormalModule } from 'webpack'
import { repository } from './paths.ts'
import { allModules } from './shared-names.ts'

/**
 * Returns the sources of a remote, by their paths in the repository: its own, the contracts, and the modules of `shared` that it bundles. A later
 * shell is checked with them (releases/compatibility/remote-types.ts), because the working copy of that release may have others.
 */
export function sourcesOf(name: string, compilation: Compilation): Record<string, string> {
  const exclude = (file: string) => /^(node_modules|dist|\.types|testing)$|\.(test|stories)\.|\.config\.ts$/.test(file)
  const own = globSync([`${name}/**/*.{ts,tsx}`, 'shared/contracts/**/*.ts'], { cwd: repository, exclude })
  const bundled = allModules(compilation)
    .map((module) => relative(repository, (module as NormalModule).resource ?? ''))
    .filter((file) => /^shared\/(?!contracts\/).*\.tsx?$/.test(file) && !providedName(file.slice('shared/'.length)))
  const files = [...new Set([...own, ...bundled])].sort()
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(repository, file), 'utf8')]))
}
