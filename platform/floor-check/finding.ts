import type { CompatStatement } from '@mdn/browser-compat-data'
import { browsersWithout } from './compat-data.ts'

/** Something in a built file that a browser of the floor does not have. */
export type Finding = {
  /** As MDN names it: `api.AbortSignal.any_static`; a syntax error has none. */
  feature: string
  without: readonly string[]
  /** What stands around it. */
  context: string
}

export type Feature = { name: string; compat: CompatStatement }

const missing = new Map<CompatStatement, string[]>()

/** Undefined: every browser of the floor has one of them. */
export function firstMissing(features: readonly Feature[]): Omit<Finding, 'context'> | undefined {
  const [first] = features
  if (!first || features.some(({ compat }) => withoutOf(compat).length === 0)) return undefined
  return { feature: first.name, without: withoutOf(first.compat) }
}

function withoutOf(compat: CompatStatement): string[] {
  const known = missing.get(compat) ?? browsersWithout(compat)
  missing.set(compat, known)
  return known
}
