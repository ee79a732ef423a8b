import type { Identifier } from '@mdn/browser-compat-data'
import { type AtRule, type ChildNode, type Declaration, parse, type Rule } from 'postcss'
import { compatData, isPrefixed, subfeatures } from './compat-data.ts'
import { type Feature, type Finding, firstMissing } from './finding.ts'

const { properties = {}, selectors = {}, types = {}, 'at-rules': atRules = {} } = compatData.css

/** Functions and units by their names, in any property: `color-mix`, `lh`. */
const ofValues = new Map<string, Feature[]>()
collect(types, 'css.types')

/** MDN has one feature for several units. */
const unitFamilies: Record<string, string> = {
  ...of('viewport_percentage_units_dynamic', ['dvh', 'dvw', 'dvi', 'dvb', 'dvmin', 'dvmax']),
  ...of('viewport_percentage_units_large', ['lvh', 'lvw', 'lvi', 'lvb', 'lvmin', 'lvmax']),
  ...of('viewport_percentage_units_small', ['svh', 'svw', 'svi', 'svb', 'svmin', 'svmax']),
  ...of('container_query_length_units', ['cqw', 'cqh', 'cqi', 'cqb', 'cqmin', 'cqmax']),
}

/** Returns the features that one of the oldest browsers lacks and that the stylesheet does not test by `@supports`. */
export function readStyle(source: string): Finding[] {
  const findings: Finding[] = []

  function report(node: ChildNode, name: string, identifier: Identifier | undefined): void {
    if (identifier?.__compat) reportFirst(node, [{ name: `css.${name}`, compat: identifier.__compat }])
  }

  function reportFirst(node: ChildNode, features: readonly Feature[]): void {
    const missing = firstMissing(features)
    const around = node.type === 'decl' ? node.parent : node
    if (missing) findings.push({ ...missing, context: `${around}`.slice(0, 1000) })
  }

  function readAtRule(rule: AtRule): void {
    report(rule, `at-rules.${rule.name}`, atRules[rule.name])
    if (rule.name !== 'media') return
    for (const [, feature = ''] of rule.params.matchAll(/\(\s*([a-z-]+)/g)) {
      report(rule, `at-rules.media.${feature}`, atRules.media?.[feature])
    }
    if (/[<>]/.test(rule.params)) report(rule, 'at-rules.media.range_syntax', atRules.media?.range_syntax)
  }

  function readRule(rule: Rule): void {
    if (rule.parent?.type === 'rule') report(rule, 'selectors.nesting', selectors.nesting)
    for (const [, name = ''] of rule.selector.matchAll(/::?([a-z-]+)/g)) {
      report(rule, `selectors.${name}`, selectors[name])
    }
  }

  function readDeclaration(declaration: Declaration): void {
    const { prop, value, parent } = declaration
    const property = properties[prop]
    const hasPrefixedTwin = parent?.some((node) => node.type === 'decl' && node.prop === `-webkit-${prop}`)
    const isCovered = hasPrefixedTwin && property?.__compat && isPrefixed(property.__compat)
    if (!isCovered) report(declaration, `properties.${prop}`, property)

    const bare = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '')
    for (const [, word = ''] of bare.matchAll(/(?<![\w-])([a-z][a-z-]*)(?![\w(-])/g)) {
      if (!isCovered) report(declaration, `properties.${prop}.${word}`, property?.[word])
    }
    for (const [, name = ''] of bare.matchAll(/(?<![\w-])([a-z][\w-]*)\(/g)) {
      reportFirst(declaration, ofValues.get(name) ?? [])
    }
    for (const [, unit = ''] of bare.matchAll(/(?<![\w#-])[\d.]+([a-z]+)/g)) {
      reportFirst(declaration, ofValues.get(unitFamilies[unit] ?? unit) ?? [])
    }
    const isOfBackdrop = parent?.type === 'rule' && (parent as Rule).selector.includes('::backdrop')
    const inherits = 'inherit_from_originating_element'
    if (isOfBackdrop && value.includes('var(')) {
      report(declaration, `selectors.backdrop.${inherits}`, selectors.backdrop?.[inherits])
    }
  }

  parse(source).walk((node) => {
    if (isAskedBefore(node)) return
    if (node.type === 'atrule') readAtRule(node)
    else if (node.type === 'rule' && !isOfKeyframes(node)) readRule(node)
    else if (node.type === 'decl') readDeclaration(node)
  })
  return findings
}

function isAskedBefore(node: ChildNode): boolean {
  for (let around = node.parent; around; around = around.parent as typeof around) {
    if (around.type === 'atrule' && (around as AtRule).name === 'supports') return true
  }
  return false
}

function isOfKeyframes({ parent }: Rule): boolean {
  return parent?.type === 'atrule' && (parent as AtRule).name.endsWith('keyframes')
}

function collect(of: Identifier | Record<string, Identifier>, path: string): void {
  for (const [name, part] of subfeatures(of as Identifier)) {
    if (part.__compat) {
      const features = ofValues.get(name) ?? []
      features.push({ name: `${path}.${name}`, compat: part.__compat })
      ofValues.set(name, features)
    }
    collect(part, `${path}.${name}`)
  }
}

function of(family: string, units: readonly string[]): Record<string, string> {
  return Object.fromEntries(units.map((unit) => [unit, family]))
}
