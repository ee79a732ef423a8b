import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { platformRoot } from './paths.ts'

export const browserslistFile = join(platformRoot, '.browserslistrc')

/** The oldest supported version of each browser by its name in browserslist: `{ chrome: '109', … }`. */
export const minimumBrowsers: Readonly<Record<string, string>> = Object.fromEntries(
  // Each line except comments is `name >= version`.
  Array.from(
    readFileSync(browserslistFile, 'utf8').matchAll(/^(\w+) >= ([\d.]+)$/gm),
    ([, name = '', version = '']) => [name, version],
  ),
)

/** The targets of Lightning CSS, whose versions are numbers of three bytes. */
export const cssTargets: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(minimumBrowsers)
    // Lightning CSS has no names for browsers of Android with the versions of the desktop.
    .filter(([name]) => !name.startsWith('and_'))
    .map(([name, version]) => {
      const [major = 0, minor = 0] = version.split('.').map(Number)
      return [name, (major << 16) | (minor << 8)]
    }),
)

/** The targets of swc. */
export const scriptTargets: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(minimumBrowsers)
    .filter(([name]) => !name.startsWith('and_'))
    .map(([name, version]) => [name === 'ios_saf' ? 'ios' : name, version]),
)

/** The newest edition of JavaScript that all these browsers parse; the built files are checked against it. */
export const ECMA_VERSION = 2022
