import { type AnyNode, type MemberExpression, type Node, parse } from 'acorn'
import { ECMA_VERSION } from '../bundler/minimum-browsers.ts'
import { type Finding, firstMissing } from './finding.ts'
import { scriptFeatures } from './script-features.ts'

const features = scriptFeatures()
const windows = ['window', 'self', 'globalThis']
const iterators = ['values', 'keys', 'entries', 'matchAll']

export type ReadScript = {
  findings: readonly Finding[]
  /** Features with a name that a library's own method may also have. */
  doubtful: readonly (Finding & { method: string })[]
  /** Properties that the script defines. */
  defines: ReadonlySet<string>
}

/** Returns the features that one of the oldest browsers lacks: globals, their parts, methods by their name, syntax. */
export function readScript(source: string): ReadScript {
  const findings: Finding[] = []
  const doubtful: (Finding & { method: string })[] = []
  const defines = new Set<string>()
  const called = new Set<AnyNode>()

  function report(one: Omit<Finding, 'context'> | undefined, { start, end }: Node, method?: string): void {
    if (!one) return
    const finding = { ...one, context: source.slice(Math.max(0, start - 500), end + 500) }
    if (method !== undefined && features.ambiguous.has(method)) doubtful.push({ ...finding, method })
    else findings.push(finding)
  }

  function readMember(node: MemberExpression): void {
    const { object, property } = node
    if (node.computed || property.type !== 'Identifier') return
    const { name } = property
    const isOfWindow = object.type === 'Identifier' && windows.includes(object.name)
    const path = object.type === 'Identifier' ? `${object.name}.${name}` : ''
    report(firstMissing((isOfWindow ? features.globals.get(name) : features.statics.get(path)) ?? []), node)
    if (isOfWindow || features.statics.has(path) || !called.has(node)) return
    report(firstMissing(features.methods.get(name) ?? []), node, name)
    if (isIterator(object)) report(firstMissing(features.ofIterators.get(name) ?? []), node)
  }

  function read(node: AnyNode): void {
    if (node.type === 'CallExpression') called.add(node.callee)
    if (node.type === 'Identifier') report(firstMissing(features.globals.get(node.name) ?? []), node)
    if (node.type === 'MemberExpression') readMember(node)
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') define(node.left.property)
    if (node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition')
      define(node.key)
    for (const [key, part] of Object.entries(node)) {
      // A name after a dot or before a colon is not a variable.
      const isName = (key === 'property' && node.type === 'MemberExpression') || (key === 'key' && 'key' in node)
      if (isName && !('computed' in node && node.computed)) continue
      for (const one of [part].flat()) if (typeof one?.type === 'string') read(one)
    }
  }

  function define(key: AnyNode): void {
    if (key.type === 'Identifier') defines.add(key.name)
  }

  try {
    read(parse(source, { ecmaVersion: ECMA_VERSION, sourceType: 'script' }))
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const { pos = 0 } = error as { pos?: number }
    const context = source.slice(Math.max(0, pos - 60), pos + 60)
    findings.push({ feature: `ES${ECMA_VERSION}: ${error.message}`, without: [], context })
  }
  return { findings, doubtful, defines }
}

/** Matches `map.values()`, but not `Object.values(of)`. */
function isIterator(node: AnyNode): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  const { object, property } = node.callee
  const isOfObject = object.type === 'Identifier' && object.name === 'Object'
  return property.type === 'Identifier' && iterators.includes(property.name) && !isOfObject
}
