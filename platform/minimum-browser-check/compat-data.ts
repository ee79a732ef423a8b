import { createRequire } from 'node:module'
import type { CompatData, CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data'
import { minimumBrowsers } from '../bundler/minimum-browsers.ts'

/** The compatibility data of MDN, a file of 20 MB that is read as JSON and not as a module. */
export const compatData: CompatData = createRequire(import.meta.url)('@mdn/browser-compat-data')

/** The names of browsers in browserslist, and those in MDN. */
const browserNames = {
  chrome: 'chrome',
  and_chr: 'chrome_android',
  android: 'webview_android',
  edge: 'edge',
  safari: 'safari',
  ios_saf: 'safari_ios',
  firefox: 'firefox',
  and_ff: 'firefox_android',
  samsung: 'samsunginternet_android',
} as const

type Browser = (typeof browserNames)[keyof typeof browserNames]

const minimum = Object.entries(minimumBrowsers).map(([name, version]): [Browser, string] => {
  if (!Object.hasOwn(browserNames, name))
    throw new Error(`.browserslistrc names a browser that MDN does not have: ${name}`)
  return [browserNames[name as keyof typeof browserNames], version]
})

/** Returns the oldest browsers that lack the feature, each with the version that has it: `['firefox 115 (121)']`. */
export function browsersWithout({ support }: CompatStatement): string[] {
  return minimum.flatMap(([browser, version]) => {
    const statements = [support[browser] ?? []].flat()
    if (statements.length === 0 || statements.some((one) => isPlain(one) && isIn(one, version))) return []
    const first = statements.find((one) => isPlain(one) && typeof one.version_added === 'string')
    return `${browser} ${version} (${first?.version_added ?? 'never'})`
  })
}

/** Returns whether browsers without the feature have it with a prefix, so that a prefixed name beside it is enough. */
export function isPrefixed({ support }: CompatStatement): boolean {
  return minimum.every(([browser, version]) => {
    const statements = [support[browser] ?? []].flat()
    return statements.some((one) => isIn(one, version) && !one.flags)
  })
}

/** Returns how many of the three engines have it in any version. */
export function enginesWith({ support }: CompatStatement): number {
  return (['chrome', 'firefox', 'safari'] as const).filter((browser) =>
    [support[browser] ?? []].flat().some((one) => isPlain(one) && isIn(one, '10000')),
  ).length
}

/** Returns the version that has it without a prefix and without a flag. */
function isPlain({ prefix, alternative_name, flags }: SimpleSupportStatement): boolean {
  return !prefix && !alternative_name && !flags
}

function isIn({ version_added: added, version_removed: removed }: SimpleSupportStatement, version: string): boolean {
  if (typeof added !== 'string' || added === 'preview') return false
  return number(added) <= number(version) && !(typeof removed === 'string' && number(removed) <= number(version))
}

/** `≤16.4` → 16.0004 */
function number(version: string): number {
  const [major = 0, minor = 0] = version.replace('≤', '').split('.').map(Number)
  return major + minor / 10_000
}

/** Returns the parts of a feature that have their own data: `['groupBy', …]` of `Map`. */
export function subfeatures(identifier: Identifier | undefined): [name: string, part: Identifier][] {
  return Object.entries(identifier ?? {}).filter(([name]) => name !== '__compat') as [string, Identifier][]
}
