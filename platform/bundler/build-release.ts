import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inputsVersion } from './inputs.ts'
import { builtFolder, moduleExtension } from './paths.ts'
import type { Release } from './release.ts'

/**
 * Builds a package of this working copy unless this version is built already. Returns the folder of the build, whose
 * version begins with `prefix`.
 * @throws Error with the errors of the bundler
 */
export async function buildRelease(name: string, report: (line: string) => void, prefix = ''): Promise<string> {
  const version = prefix + inputsVersion(name)
  const folder = builtFolder(name, version)
  if (!existsSync(join(folder, 'release.json'))) {
    const start = performance.now()
    report(`Building ${name}…`)
    await buildInProcess(name, version)
    report(`Built ${name} in ${((performance.now() - start) / 1000).toFixed(1)} s`)
  }
  return folder
}

/** Returns what release.json in the folder of a build says. */
export function readBuild<T extends Release>(folder: string): T {
  return JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')) as T
}

/** Runs each build in a process, so that every core is used, and webpack is not loaded when nothing has changed. */
function buildInProcess(name: string, version: string): Promise<void> {
  const script = join(import.meta.dirname, `build-package${moduleExtension}`)
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
