import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError } from '@portal/command/command'

/**
 * What package.json says about publishing: only in this registry, or nowhere, and so never in a public one.
 * @throws CommandError
 */
export function publication(registry: string | undefined): object {
  if (!registry) return { private: true }
  if (!registry.startsWith('https://') || isPublicRegistry(registry))
    throw new CommandError('--registry is the address of a registry of your company: https://npm.company.example')
  // npm prefers the registry that a user has set for the scope to the one for all packages.
  return { publishConfig: { registry, '@portal:registry': registry } }
}

/** Returns whether everybody can publish there. */
export function isPublicRegistry(address: string): boolean {
  const hostname = URL.canParse(address) ? new URL(address).hostname : ''
  return /(^|\.)(npmjs\.(org|com)|yarnpkg\.com)\.?$/.test(hostname)
}

/** Packs a package as npm publishes it. Returns the file, with its size. */
export function npmPack(folder: string, destination: string): string {
  mkdirSync(destination, { recursive: true })
  const options = ['--ignore-scripts', '--loglevel=error', '--json', '--pack-destination', destination]
  const [{ filename, size, entryCount }] = JSON.parse(
    execFileSync('npm', ['pack', ...options], { cwd: folder, encoding: 'utf8' }),
  )
  return `${join(destination, filename)}: ${entryCount} files, ${Math.round(size / 1000)} kB`
}
