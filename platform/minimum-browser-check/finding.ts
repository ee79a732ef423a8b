import type { CompatStatement } from '@mdn/browser-compat-data'
import { browsersWithout } from './compat-data.ts'

/** A feature in a built file that one of the oldest browsers lacks. */
export type Finding = {
  /** The name of the feature in MDN, such as `api.AbortSignal.any_static`, or a text for a syntax error. */
  feature: string
  without: readonly string[]
  /** The text around it. */
  context: string
}

export type Feature = { name: string; compat: CompatStatement }

const missing = new Map<CompatStatement, string[]>()

/** Returns undefined when each of the oldest browsers has one of them. */
export function firstMissing(features: readonly Feature[]): Omit<Finding, 'context'> | undefined {
  const [first] = features
  if (!first || features.some(({ compat }) => knownBrowsersWithout(compat).length === 0)) return undefined
  return { feature: first.name, without: knownBrowsersWithout(first.compat) }
}

function knownBrowsersWithout(compat: CompatStatement): string[] {
  const known = missing.get(compat) ?? browsersWithout(compat)
  missing.set(compat, known)
  return known
}
