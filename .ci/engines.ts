import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { installFromDebian } from './debian.ts'

/** `names`: in PATH, or whole paths, which may have wildcards. */
type Program = { variable: string; debianPackage: string; names: readonly [string, ...string[]] }

const programs = {
  firefox: {
    variable: 'FIREFOX_PATH',
    debianPackage: 'firefox-esr',
    names: ['firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
  },
  webkitDriver: { variable: 'WEBKIT_DRIVER_PATH', debianPackage: 'webkit2gtk-driver', names: ['WebKitWebDriver'] },
  // A window of WebKitGTK; the package of the driver depends on its library, and it comes with that.
  webkitBrowser: {
    variable: 'WEBKIT_BROWSER_PATH',
    debianPackage: 'webkit2gtk-driver',
    names: ['MiniBrowser', '/usr/{lib,lib/*,libexec}/webkit{2gtk-4.1,gtk-6.0}/MiniBrowser'],
  },
  // A display in memory, which WebKitGTK does not start without.
  display: { variable: 'XVFB_PATH', debianPackage: 'xvfb', names: ['Xvfb'] },
} satisfies Record<string, Program>

/** Installs the programs of Firefox and WebKitGTK that are not there, where that is possible. */
export function installEngines(): void {
  const missing = Object.values(programs).filter((program) => !find(program))
  const packages = new Set(missing.map(({ debianPackage }) => debianPackage))
  if (packages.size > 0) installFromDebian(...packages)
}

/** Returns the path that its variable names, else the system's. @throws Error that says how to get the program */
export function programPath(name: keyof typeof programs): string {
  const path = find(programs[name])
  if (path) return path
  const { variable, debianPackage, names } = programs[name]
  const given = process.env[variable]
  if (given) throw new Error(`${variable}: ${given} cannot be started`)
  throw new Error(
    `No ${names[0]} was found. As root on Debian it is installed by itself; elsewhere install what has it ` +
      `(Debian’s package ${debianPackage}), or set ${variable}`,
  )
}

function find({ variable, names }: Program): string | undefined {
  const given = process.env[variable]
  if (given) return isExecutable(given) ? given : undefined
  const folders = process.env.PATH?.split(delimiter) ?? []
  const paths = names.flatMap((name) =>
    isAbsolute(name) ? globSync(name) : folders.map((folder) => join(folder, name)),
  )
  return paths.find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
