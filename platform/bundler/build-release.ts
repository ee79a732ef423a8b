import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inputsVersion } from './inputs.ts'
import { integrityOf } from './integrity.ts'
import { builtFolder } from './paths.ts'
import type { ReleaseFile } from './release.ts'

/** A build that may be released. */
export type BuiltRelease<T extends ReleaseFile = ReleaseFile> = {
  name: string
  version: string
  /** The folder of its files, including release.json. */
  folder: string
  file: T
  /** The hash of release.json. */
  integrity: string
}

/** Builds a package of this working copy unless this version is built already. @throws Error with the errors of the bundler */
export async function buildRelease<T extends ReleaseFile>(
  name: string,
  report: (line: string) => void,
): Promise<BuiltRelease<T>> {
  const version = inputsVersion(name)
  const folder = builtFolder(name, version)
  const path = join(folder, 'release.json')
  if (!existsSync(path)) {
    const start = performance.now()
    report(`Building ${name}…`)
    await buildInProcess(name, version)
    report(`Built ${name} in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  const text = readFileSync(path, 'utf8')
  return { name, version, folder, file: JSON.parse(text) as T, integrity: integrityOf(text) }
}

/** Runs each build in a process, so that every core is used, and webpack is not loaded when nothing has changed. */
function buildInProcess(name: string, version: string): Promise<void> {
  const script = join(import.meta.dirname, 'build-package.ts')
  const child = spawn(process.execPath, [script, name, version], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${name} does not build:\n${output}`))))
  })
}
