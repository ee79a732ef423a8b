import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockedLibraries } from './lockfile.ts'
import { repository } from './paths.ts'

const bundler = 'platform/bundler'
/** Their modules are in bundles of all packages. */
const bundledByAll = ['shared', 'shared/contracts']
/** In no bundle, whatever they are in. */
const notBundled = ['node_modules', '.types', 'dist', 'contracts', 'testing', 'gallery', 'vitest.config.ts']

/** Version of a build, known before it is made: a hash of what is bundled, and of the bundler. */
export function inputsVersion(name: string): string {
  return hashOf([...[name, ...bundledByAll].flatMap(inputsOf), ...inputsOfBundler()])
}

/** The bundler does not use a cache of another version. */
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
  // What tells the bundler how to find and to read the modules.
  const { type, exports, imports, sideEffects } = JSON.parse(read(`${folder}/package.json`))
  return [...files, JSON.stringify({ type, exports, imports, sideEffects }), ...lockedLibraries(folder, files)]
}

function inputsOfBundler(): string[] {
  const files = filesIn(bundler).map((file) => `${file}\0${read(`${bundler}/${file}`)}`)
  const browsers = read('.browserslistrc').replace(/^#.*\n/gm, '')
  return [...files, ...lockedLibraries('platform', files), read('shared/provided.ts'), browsers]
}

/** Modules and sheets of a folder. Tests and stories are in no bundle. */
function filesIn(folder: string): string[] {
  // Folders are asked about too, so that they are not walked.
  const exclude = (file: string) => notBundled.includes(file) || /\.(test|stories)\./.test(file)
  return globSync('**/*.{ts,tsx,css}', { cwd: join(repository, folder), exclude }).sort()
}

function read(file: string): string {
  return readFileSync(join(repository, file), 'utf8')
}
