import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { providedName } from '@portal/shared/provided'
import type { Compilation, NormalModule } from 'webpack'
import { importedFiles } from './imports.ts'
import { lockedLibraries } from './lockfile.ts'
import { readPackageJson, readSdkPackage } from './package-json.ts'
import { moduleExtension, platformRoot, repository, sdkModules } from './paths.ts'
import { allModules } from './shared-names.ts'

const bundler = 'platform/bundler'
/** The packages whose modules are in the bundles of others. */
const bundledByOthers = ['shared', 'shared/contracts']
/** Files that are in no bundle, in any folder. */
const notBundled = ['node_modules', '.types', 'dist', 'contracts', 'testing', 'gallery', 'vitest.config.ts']

/** Returns the version of a build before it is made: a hash of the bundled files and of the bundler. */
export function inputsVersion(name: string): string {
  const isBundled = bundledFrom(name)
  const shared = bundledByOthers.flatMap((folder) => inputsIn(platformRoot, folder, isBundled))
  return shortHash([...inputsIn(repository, name), ...shared, ...inputsOfBundler(), ...librariesOfTeam()])
}

/** Returns whether the version of the build changes with a file, by its path in the repository. */
function isInput(name: string): (file: string) => boolean {
  const isBundled = bundledFrom(name)
  return (file) => file.startsWith(`${name}/`) || isBundled(file)
}

/**
 * Rejects a bundle with a repository file that its version does not depend on: when only this file changes, the package
 * would not be built or released again.
 * @throws Error with the file
 */
export function requireInputs(name: string, compilation: Compilation): void {
  const isKnown = isInput(name)
  for (const module of allModules(compilation)) {
    const file = relative(repository, ((module as NormalModule).resource ?? '').replace(/\?.*$/, ''))
    const isSource = /^(shared|shell|mfe-[\w-]+)\//.test(file) && !file.includes('node_modules/')
    if (isSource && !isKnown(file))
      throw new Error(`${file} is bundled, but the version of ${name} does not depend on it`)
  }
}

/** Returns a test for bundled files: all count for the shell and with an SDK, and only its imports for a remote. */
function bundledFrom(name: string): (file: string) => boolean {
  if (name === 'shell' || sdkModules) return () => true
  const reached = new Set(pathsIn(repository, name))
  // A loop over a set also visits the entries that are added meanwhile.
  for (const file of reached) {
    const text = read(join(repository, file))
    for (const imported of importedFiles(file, text, isBundledBesideShell)) reached.add(imported)
  }
  return (file) => reached.has(file)
}

function isBundledBesideShell(file: string): boolean {
  const ofShared = file.startsWith('shared/') ? file.slice('shared/'.length) : undefined
  return ofShared !== undefined && !providedName(ofShared) && existsSync(join(repository, file))
}

/** Returns the version of the bundler, which does not use caches of other versions. */
export function bundlerVersion(): string {
  return shortHash(inputsOfBundler())
}

function shortHash(inputs: readonly string[]): string {
  const hash = createHash('sha256')
  for (const input of inputs) hash.update(`${input}\0`)
  return hash.digest('hex').slice(0, 12)
}

function inputsIn(root: string, folder: string, isBundled = (_: string) => true): string[] {
  const paths = pathsIn(root, folder)
  const files = withTexts(root, paths)
  // These files configure how the bundler resolves and parses modules.
  const packageFile = join(root, folder, 'package.json')
  const { type, exports, imports, sideEffects } = existsSync(packageFile) ? readPackageJson(packageFile) : {}
  const bundled = files.filter((_, index) => isBundled(paths[index] ?? ''))
  return [...bundled, JSON.stringify({ type, exports, imports, sideEffects }), ...importedLibraries(folder, files)]
}

/** Returns the libraries that sources of a package import, by the lockfile of this repository. */
function importedLibraries(folder: string, files: readonly string[]): string[] {
  return sdkModules ? [] : lockedLibraries(folder, files)
}

/** Returns the lockfile of a team's repository, which has its own package manager. @throws Error when there is none */
function librariesOfTeam(): string[] {
  if (!sdkModules) return []
  const [lockfile] = globSync(['package-lock.json', 'pnpm-lock.yaml', 'yarn.lock'], { cwd: repository })
  if (!lockfile)
    throw new Error(`${repository} has no lockfile, which the version of a release is made of: install first`)
  return [read(join(repository, lockfile))]
}

function inputsOfBundler(): string[] {
  const files = withTexts(platformRoot, pathsIn(platformRoot, bundler))
  const browsers = read(join(platformRoot, '.browserslistrc')).replace(/^#.*\n/gm, '')
  const provided = read(join(platformRoot, `shared/provided${moduleExtension}`))
  return [...files, ...importedLibraries('platform', files), provided, browsers, readSdkPackage().version]
}

/** Returns the modules and stylesheets of a folder, without tests and stories, which are in no bundle. */
function pathsIn(root: string, folder: string): string[] {
  // The function also gets folders, so that excluded ones are not searched.
  const exclude = (file: string) => notBundled.includes(file) || /\.(test|stories)\./.test(file)
  const files = globSync('**/*.{ts,tsx,js,css}', { cwd: join(root, folder), exclude }).sort()
  return files.map((file) => `${folder}/${file}`)
}

function withTexts(root: string, paths: readonly string[]): string[] {
  return paths.map((path) => `${path}\0${read(join(root, path))}`)
}

function read(file: string): string {
  return readFileSync(file, 'utf8')
}
