import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Compilation, NormalModule } from 'webpack'
import { ownContracts } from './own-contracts.ts'
import { platformRoot } from './paths.ts'
import { allModules } from './shared-names.ts'

const contracts = join(platformRoot, 'shared/contracts')

/** What the list needs of an endpoint; the bundler knows no contract itself. */
type Endpoint = { method: string; path: string }

/**
 * Returns the API calls whose contracts a build uses or makes, as the API document names them:
 * `['GET /user/cards/{id}']`. The gate compares them with the API of the portal (releases/compatibility/api-calls.ts).
 */
export async function apiCalls(compilations: readonly Compilation[]): Promise<string[]> {
  const used = new Map<string, Set<string> | 'all'>()
  const own: string[] = []
  for (const compilation of compilations) {
    for (const module of allModules(compilation)) {
      const file = (module as NormalModule).resource
      if (!isContract(file)) {
        own.push(...ownContracts(String(module.originalSource()?.source() ?? '')).map(describeCall))
        continue
      }
      const names = compilation.moduleGraph.getUsedExports(module, undefined)
      const known = used.get(file)
      if (names === true) used.set(file, 'all')
      else if (names && known !== 'all') used.set(file, new Set([...(known ?? []), ...names]))
    }
  }
  const calls = await Promise.all([...used].map(([file, names]) => contractCalls(file, names)))
  return [...new Set([...own, ...calls.flat()])].sort()
}

function isContract(file: string | undefined): file is string {
  return file !== undefined && !relative(contracts, file).startsWith('..')
}

async function contractCalls(file: string, names: ReadonlySet<string> | 'all'): Promise<string[]> {
  const exported: Record<string, unknown> = await import(pathToFileURL(file).href)
  return Object.entries(exported).flatMap(([name, value]) =>
    (names === 'all' || names.has(name)) && isEndpoint(value) ? [describeCall(value)] : [],
  )
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value
}

function describeCall({ method, path }: Endpoint): string {
  return `${method} ${path.replace(/:(\w+)/g, '{$1}')}`
}
