import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { platformRoot, sdkModules } from '../../bundler/paths.ts'

/** Returns the version of this SDK, of which the sources are in this repository. */
export function sdkVersion(): string {
  const file = join(platformRoot, sdkModules ? 'package.json' : 'platform/sdk/package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
