import { globSync } from 'node:fs'
import { join } from 'node:path'

const repository = join(import.meta.dirname, '../..')

type Manifest = { routes: readonly { path: string }[] }

/** Returns the paths of all manifests: the shell's own pages and those of each remote. */
export async function routesOfManifests(): Promise<string[]> {
  const modules: ({ manifest: Manifest } | Manifest)[] = await Promise.all(
    globSync(['shell/manifest.ts', 'mfe-*/manifest.ts'], { cwd: repository }).map(
      (file) => import(join(repository, file)),
    ),
  )
  return modules.flatMap((one) => ('manifest' in one ? one.manifest : one).routes.map(({ path }) => path))
}
