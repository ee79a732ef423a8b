import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverFile, toIntegrity } from '../../bundler/release.ts'

/** Writes a build with one file for browsers and one for the server below `folder`. Returns the folder of the build. */
export function createBuild(folder: string, version: string, builtAt = '2026-11-21T12:00:00.000Z'): string {
  const build = join(folder, 'made', version)
  mkdirSync(build, { recursive: true })
  const entry = `/* ${version} */`
  const files = { 'entry.js': toIntegrity(entry) }
  const bundle = `/* ${version} on the server */`
  const server = { file: serverFile, integrity: toIntegrity(bundle) }
  writeFileSync(join(build, 'entry.js'), entry)
  writeFileSync(join(build, serverFile), bundle)
  writeFileSync(join(build, 'release.json'), JSON.stringify({ name: 'mfe-tips', version, builtAt, files, server }))
  return build
}
