import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Packs a package as npm publishes it. Returns the file, with its size. */
export function npmPack(folder: string, destination: string): string {
  mkdirSync(destination, { recursive: true })
  const options = ['--ignore-scripts', '--loglevel=error', '--json', '--pack-destination', destination]
  const [{ filename, size, entryCount }] = JSON.parse(
    execFileSync('npm', ['pack', ...options], { cwd: folder, encoding: 'utf8' }),
  )
  return `${join(destination, filename)}: ${entryCount} files, ${Math.round(size / 1000)} kB`
}
