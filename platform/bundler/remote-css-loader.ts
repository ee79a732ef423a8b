import { basename } from 'node:path'
import { type MediaRule, type Selector, type StyleRule, transform } from 'lightningcss'
import type { LoaderContext } from 'webpack'

/** The rules that a stylesheet of a remote may have. Others, such as fonts and layers, have names that pages share. */
const allowedRules = [
  'style',
  'nesting',
  'nested-declarations',
  'media',
  'supports',
  'container',
  'keyframes',
  'starting-style',
]

/**
 * Rejects a stylesheet of a remote that styles more than its own elements. Stylesheets stay in the page when the user
 * leaves the section, so they would change the menu and the sections of other teams. Print styles are allowed.
 */
export default function checkRemoteSheet(this: LoaderContext<object>, source: string): string {
  const file = basename(this.resourcePath)
  if (!file.endsWith('.module.css')) {
    throw new Error(
      `${file} would style every page of the portal. A remote has only CSS Modules, such as ${file.replace(/\.css$/, '.module.css')}`,
    )
  }
  const problem = findProblem(file, source)
  if (problem) throw new Error(problem)
  return source
}

function findProblem(file: string, source: string): string | undefined {
  let depth = 0
  let printDepth = 0
  let problem: string | undefined
  const report = ({ line }: { line: number }, what: string) => {
    // lightningcss counts lines from 0.
    if (printDepth === 0) problem ??= `${file}(${line + 1}): ${what}`
  }
  transform({
    filename: file,
    code: Buffer.from(source),
    visitor: {
      Rule: (rule) => {
        if (rule.type === 'media' && isPrint(rule.value)) printDepth += 1
        if (rule.type === 'style') {
          const global = rule.value.selectors.filter((selector) => !isOwn(selector, depth > 0))
          if (global.length > 0) report(rule.value.loc, globalSelector(rule.value, source))
          depth += 1
        } else if (!allowedRules.includes(rule.type)) {
          report(
            ruleLocation(rule),
            `@${rule.type} has an effect on every page of the portal, so a remote may not use it`,
          )
        }
      },
      RuleExit: (rule) => {
        if (rule.type === 'media' && isPrint(rule.value)) printDepth -= 1
        if (rule.type === 'style') depth -= 1
      },
    },
  })
  return problem
}

function globalSelector({ loc }: StyleRule, source: string): string {
  const line = source.split('\n')[loc.line] ?? ''
  const text = line
    .slice(loc.column - 1)
    .split('{')[0]
    ?.trim()
  return `«${text}» styles elements of every page of the portal. Each selector of a remote needs a class of its own, outside of :not() and :has()`
}

/** Returns whether a selector matches only elements with a class of this stylesheet, or elements relative to them. */
function isOwn(selector: Selector, isNested: boolean): boolean {
  if (selector.some((part) => part.type === 'pseudo-class' && 'name' in part && part.name === 'global')) return false
  return selector.some((part) => {
    if (part.type === 'class') return true
    if (part.type === 'nesting') return isNested
    if (part.type !== 'pseudo-class' || (part.kind !== 'is' && part.kind !== 'where')) return false
    return part.selectors.every((option) => isOwn(option, isNested))
  })
}

function isPrint({ query }: MediaRule): boolean {
  return query.mediaQueries.every(({ mediaType, qualifier }) => mediaType === 'print' && qualifier !== 'not')
}

/** Rules that lightningcss does not know have no location. */
function ruleLocation(rule: object): { line: number } {
  const { value } = rule as { value?: { loc?: { line: number } } | null }
  return value?.loc ?? { line: 0 }
}
