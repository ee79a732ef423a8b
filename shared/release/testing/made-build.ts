import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a bundler leaves, with a file of its own, somewhere in `folder`. Returns where. */
export function madeBuild(folder: string, version: string, builtAt = '2026-11-21T12:00:00.000Z'): string {
  const build = join(folder, 'made', version)
  mkdirSync(build, { recursive: true })
  writeFileSync(join(build, 'entry.js'), `/* ${version} */`)
  writeFileSync(join(build, 'release.json'), JSON.stringify({ version, builtAt }))
  return build
}
