import { join } from 'node:path'
import browserslist from 'browserslist'
import { repository } from './paths.ts'

export const floorFile = join(repository, '.browserslistrc')

/** The oldest version of each browser that the portal works in, by its name in browserslist: `{ chrome: '109', … }`. */
export const browserFloor: Readonly<Record<string, string>> = oldestOfEach(
  // The data name only the newest version of browsers on Android: they have the versions of Chrome and Firefox.
  browserslist(undefined, { path: repository, config: floorFile, mobileToDesktop: true }),
)

/** For Lightning CSS: a version is one number of three bytes. */
export const cssTargets: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(browserFloor)
    // It has no names for the browsers of Android that share their version with those of the desktop.
    .filter(([name]) => !name.startsWith('and_'))
    .map(([name, version]) => {
      const [major = 0, minor = 0] = version.split('.').map(Number)
      return [name, (major << 16) | (minor << 8)]
    }),
)

/** For swc. */
export const scriptTargets: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(browserFloor)
    .filter(([name]) => !name.startsWith('and_'))
    .map(([name, version]) => [name === 'ios_saf' ? 'ios' : name, version]),
)

/** The newest edition of JavaScript that all of them read; the built files are checked against it. */
export const ecmaVersion = 2022

function oldestOfEach(browsers: readonly string[]): Record<string, string> {
  const oldest: Record<string, string> = {}
  // From new to old, each `name version` or `name version-version`.
  for (const browser of browsers) {
    const [name = '', versions = ''] = browser.split(' ')
    oldest[name] = versions.split('-')[0] ?? versions
  }
  return oldest
}
