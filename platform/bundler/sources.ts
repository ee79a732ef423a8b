import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { providedName } from '@portal/shared/provided'
import type { Compilation, NormalModule } from 'webpack'
import { platformRoot, repository, sdkModules } from './paths.ts'
import { allModules } from './shared-names.ts'

/**
 * Returns the sources of a remote by path: its own, the contracts, and the modules of `shared` that it bundles. With an
 * SDK, the last two are declarations. Later shells are checked against these sources, because the working copy may have
 * changed since this release (releases/compatibility/remote-types.ts).
 */
export function remoteSources(name: string, compilation: Compilation): Record<string, string> {
  const exclude = (file: string) => /^(node_modules|dist|\.types|testing)$|\.(test|stories)\.|\.config\.ts$/.test(file)
  const own = globSync(`${name}/**/*.{ts,tsx}`, { cwd: repository, exclude })
  const contracts = globSync('shared/contracts/**/*.ts', { cwd: platformRoot, exclude })
  const bundled = allModules(compilation)
    .map((module) => relative(platformRoot, (module as NormalModule).resource ?? '').replace(/\.js$/, '.d.ts'))
    .filter((file) => /^shared\/(?!contracts\/).*\.tsx?$/.test(file) && !isProvided(file))
  return { ...readAll(repository, own), ...readAll(platformRoot, [...contracts, ...new Set(bundled)]) }
}

const sourcesOfSdk = new Set(Object.values(sdkModules ?? {}))

/** `shared/ui/button/button.tsx`, which is `shared/ui/button/button.d.ts` in the SDK. */
function isProvided(file: string): boolean {
  const stem = file.replace(/\.d\.ts$/, '')
  const found = stem === file ? [file] : [`${stem}.ts`, `${stem}.tsx`].filter((source) => sourcesOfSdk.has(source))
  return found.some((source) => providedName(source.slice('shared/'.length)) !== undefined)
}

function readAll(folder: string, files: readonly string[]): Record<string, string> {
  return Object.fromEntries([...files].sort().map((file) => [file, readFileSync(join(folder, file), 'utf8')]))
}
