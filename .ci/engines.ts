import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { installFromDebian } from './debian.ts'

/** `names` are names in PATH, or absolute paths with wildcards. */
type Program = { variable: string; debianPackage: string; names: readonly [string, ...string[]] }

const programs = {
  firefox: {
    variable: 'FIREFOX_PATH',
    debianPackage: 'firefox-esr',
    names: ['firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
  },
  webkitDriver: { variable: 'WEBKIT_DRIVER_PATH', debianPackage: 'webkit2gtk-driver', names: ['WebKitWebDriver'] },
  // MiniBrowser comes with the library of WebKitGTK, on which the package of the driver depends.
  webkitBrowser: {
    variable: 'WEBKIT_BROWSER_PATH',
    debianPackage: 'webkit2gtk-driver',
    names: ['MiniBrowser', '/usr/{lib,lib/*,libexec}/webkit{2gtk-4.1,gtk-6.0}/MiniBrowser'],
  },
  // WebKitGTK starts only with a display; this one is virtual.
  display: { variable: 'XVFB_PATH', debianPackage: 'xvfb', names: ['Xvfb'] },
} satisfies Record<string, Program>

/** Installs the missing programs of Firefox and WebKitGTK, when that is possible. */
export function installEngines(): void {
  const missing = Object.values(programs).filter((program) => !find(program))
  const packages = new Set(missing.map(({ debianPackage }) => debianPackage))
  if (packages.size > 0) installFromDebian(...packages)
}

/** Returns the path from the variable, or the system's. @throws Error that says how to install the program */
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
