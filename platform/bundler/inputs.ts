import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockedLibraries } from './lockfile.ts'
import { repository } from './paths.ts'

const bundler = 'platform/bundler'
/** The packages whose modules are in the bundles of all packages. */
const bundledByAll = ['shared', 'shared/contracts']
/** Files that are in no bundle, in any folder. */
const notBundled = ['node_modules', '.types', 'dist', 'contracts', 'testing', 'gallery', 'vitest.config.ts']

/** Returns the version of a build before it is made: a hash of the bundled files and of the bundler. */
export function inputsVersion(name: string): string {
  return hashOf([...[name, ...bundledByAll].flatMap(inputsOf), ...inputsOfBundler()])
}

/** Returns the version of the bundler, which does not use caches of other versions. */
export function bundlerVersion(): string {
  return hashOf(inputsOfBundler())
}

function hashOf(inputs: readonly string[]): string {
  const hash = createHash('sha256')
  for (const input of inputs) hash.update(`${input}\0`)
  return hash.digest('hex').slice(0, 12)
}

function inputsOf(folder: string): string[] {
  const files = filesIn(folder).map((file) => `${folder}/${file}\0${read(`${folder}/${file}`)}`)
  // These files configure how the bundler resolves and parses modules.
  const { type, exports, imports, sideEffects } = JSON.parse(read(`${folder}/package.json`))
  return [...files, JSON.stringify({ type, exports, imports, sideEffects }), ...lockedLibraries(folder, files)]
}

function inputsOfBundler(): string[] {
  const files = filesIn(bundler).map((file) => `${file}\0${read(`${bundler}/${file}`)}`)
  const browsers = read('.browserslistrc').replace(/^#.*\n/gm, '')
  return [...files, ...lockedLibraries('platform', files), read('shared/provided.ts'), browsers]
}

/** Returns the modules and stylesheets of a folder, without tests and stories, which are in no bundle. */
function filesIn(folder: string): string[] {
  // The function also gets folders, so that excluded ones are not searched.
  const exclude = (file: string) => notBundled.includes(file) || /\.(test|stories)\./.test(file)
  return globSync('**/*.{ts,tsx,css}', { cwd: join(repository, folder), exclude }).sort()
}

function read(file: string): string {
  return readFileSync(join(repository, file), 'utf8')
}
