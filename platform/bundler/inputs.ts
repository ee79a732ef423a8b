import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './paths.ts'

const sources = '**/*.{ts,tsx,css,json}'
const unread = ['node_modules', '.types', 'dist', 'testing', 'gallery']

/** Dependencies, and the browsers that are built for. */
const ofAllBuilds = ['pnpm-lock.yaml', '.browserslistrc']

/** Of what makes the bundles: a bundler's cache of another version is not used. */
export function buildToolsVersion(): string {
  return hashOf([...bundlerFiles(), 'shared/provided.ts', ...ofAllBuilds])
}

/** Version of a build: a hash of all that it is made of, known before it is made. */
export function inputsVersion(name: string): string {
  return hashOf(inputFiles(name))
}

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(repository, file)))
  return hash.digest('hex').slice(0, 12)
}

function inputFiles(name: string): string[] {
  const files = [name, 'shared'].flatMap((folder) =>
    globSync(sources, { cwd: join(repository, folder), exclude: (file) => isUnread(file) }).map(
      (file) => `${folder}/${file}`,
    ),
  )
  return [...files.sort(), ...bundlerFiles(), ...ofAllBuilds]
}

function bundlerFiles(): string[] {
  const files = globSync('*.ts', { cwd: import.meta.dirname }).sort()
  return files.map((file) => join('platform/bundler', file))
}

/** Folders are asked about too, so that they are not walked. */
function isUnread(file: string): boolean {
  return unread.includes(file) || /\.(test|stories)\./.test(file)
}
