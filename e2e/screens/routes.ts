import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'

const repository = join(import.meta.dirname, '../..')

type Manifest = { routes: readonly { path: string }[] }

/** Returns the package of each route of the manifests: of the shell's own pages and those of each remote. */
export async function packagesByRoute(): Promise<Map<string, string>> {
  const files = globSync(['shell/manifest.ts', 'mfe-*/manifest.ts'], { cwd: repository })
  const routes = await Promise.all(
    files.map(async (file) => {
      const module: { manifest: Manifest } | Manifest = await import(join(repository, file))
      const { routes } = 'manifest' in module ? module.manifest : module
      return routes.map(({ path }) => [path, dirname(file)] as const)
    }),
  )
  return new Map(routes.flat())
}
