import { apiTypesFile, releaseBase } from '../../bundler/release.ts'
import { readJson } from '../read-json.ts'

/** Returns the declarations of the modules that the shell of a deployed portal provides. @throws Error when there is no portal at `origin` */
export async function typesOfPortal(origin: string): Promise<{ version: string; types: Record<string, string> }> {
  const { shell: version } = await readJson<{ shell: string }>(origin, '/registry.json')
  return { version, types: await readJson(origin, `${releaseBase({ name: 'shell', version })}${apiTypesFile}`) }
}
