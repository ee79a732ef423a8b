import { join } from 'node:path'
import browserslist from 'browserslist'
import { platformRoot } from './paths.ts'

export const floorFile = join(platformRoot, '.browserslistrc')

/** The oldest supported version of each browser by its name in browserslist: `{ chrome: '109', … }`. */
export const browserFloor: Readonly<Record<string, string>> = oldestOfEach(
  // The data contain only the newest version of browsers on Android, which have the versions of Chrome and Firefox.
  browserslist(undefined, { path: platformRoot, config: floorFile, mobileToDesktop: true }),
)

/** The targets of Lightning CSS, whose versions are numbers of three bytes. */
export const cssTargets: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(browserFloor)
    // Lightning CSS has no names for browsers of Android with the versions of the desktop.
    .filter(([name]) => !name.startsWith('and_'))
    .map(([name, version]) => {
      const [major = 0, minor = 0] = version.split('.').map(Number)
      return [name, (major << 16) | (minor << 8)]
    }),
)

/** The targets of swc. */
export const scriptTargets: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(browserFloor)
    .filter(([name]) => !name.startsWith('and_'))
    .map(([name, version]) => [name === 'ios_saf' ? 'ios' : name, version]),
)

/** The newest edition of JavaScript that all these browsers parse; the built files are checked against it. */
export const ecmaVersion = 2022

function oldestOfEach(browsers: readonly string[]): Record<string, string> {
  const oldest: Record<string, string> = {}
  // The list is sorted from new to old; each entry is `name version` or `name version-version`.
  for (const browser of browsers) {
    const [name = '', versions = ''] = browser.split(' ')
    oldest[name] = versions.split('-')[0] ?? versions
  }
  return oldest
}
