// A browser that translates a page puts each text node into elements of its own. React still refers to the old node: it
// throws when it removes the node or inserts something before it, and the user does not see changes of the node. If a
// text is the only child of an element, React sets the content of the element, which always works. So a text that may
// change, or whose siblings may come and go, must be the only child of an element. Prints the other texts and exits
// with 1.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ArrowFunctionExpression,
  type CallExpression,
  type Expression,
  type JSXElement,
  type JSXFragment,
  parseSync,
} from '@swc/core'
import { say } from '../api/command/command.ts'
import { root } from './step.ts'

type Child = JSXElement['children'][number]
/**
 * What a child renders: a text that never changes, one that may, several of them; and whether it comes and goes or has
 * a changing number of elements.
 */
type Rendered = { text?: 'fixed' | 'changing' | 'several'; varies?: true }

export type TextProblem = { line: number; code: string }

/** Returns the texts of a component's source that share their element. */
export function textProblems(source: string): TextProblem[] {
  // The compiler rejects a text in `children: Elements`, `const note: Elements = …` and `step(…): Elements`.
  const isElements = (name: string) =>
    new RegExp(`\\b${name}\\b\\??((:|[^\\n]*\\):|: [^\\n]* =>) |,[^\\n]* useState<)(Elements|ReactElement)\\b`).test(
      source,
    )
  // swc counts bytes over all files that it has parsed; the semicolon is the first of this one.
  const module = parseSync(`;${source}`, { syntax: 'typescript', tsx: true })
  const bytes = Buffer.from(source)
  const problems: TextProblem[] = []

  function report({ start, end }: { start: number; end: number }): void {
    const [from, to] = [start - module.span.start - 1, end - module.span.start - 1]
    const line = bytes.subarray(0, from).toString().split('\n').length
    problems.push({ line, code: bytes.subarray(from, to).toString().trim().replace(/\s+/g, ' ') })
  }

  function visit(node: unknown, component: string | undefined): void {
    if (Array.isArray(node)) {
      for (const one of node) visit(one, component)
      return
    }
    if (!isNode(node)) return
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of textsToWrap(node as unknown as JSXElement | JSXFragment, isElements)) report(child.span)
    }
    if (node.type === 'ReturnStatement' && component && isText(node.argument)) report(node.span)
    const inside = isFunction(node) ? componentName(node) : component
    for (const [key, value] of Object.entries(node)) if (key !== 'span') visit(value, inside)
  }

  visit(module.body, undefined)
  return problems
}

type Check = (name: string) => boolean

function textsToWrap(parent: JSXElement | JSXFragment, isElements: Check): Child[] {
  const children = parent.children.filter((child) => !isNothing(child))
  const all = children.map((child) => renderedChild(child, isElements))
  // The siblings of a fragment are not known.
  if (parent.type === 'JSXFragment') return children.filter((_, index) => all[index]?.text)
  if (children.length < 2) return children.filter((_, index) => all[index]?.text === 'several')
  const varies = all.some((one) => one.varies)
  return children.filter((_, index) => all[index]?.text && (varies || all[index].text !== 'fixed'))
}

/** A comment, and the blanks between lines. */
function isNothing(child: Child): boolean {
  if (child.type === 'JSXText') return child.value.trim() === '' && child.value.includes('\n')
  return child.type === 'JSXExpressionContainer' && child.expression.type === 'JSXEmptyExpression'
}

function renderedChild(child: Child, isElements: Check): Rendered {
  if (child.type === 'JSXText') return { text: 'fixed' }
  if (child.type === 'JSXExpressionContainer') return rendered(child.expression as Expression, isElements)
  return {}
}

function rendered(expression: Expression, isElements: Check): Rendered {
  const inside = (part: Expression) => rendered(part, isElements)
  switch (expression.type) {
    case 'JSXElement':
    case 'JSXFragment':
    case 'NullLiteral':
    case 'BooleanLiteral':
      return {}
    case 'StringLiteral':
    case 'NumericLiteral':
      return { text: 'fixed' }
    case 'ParenthesisExpression':
    case 'TsAsExpression':
    case 'TsConstAssertion':
    case 'TsNonNullExpression':
    case 'TsSatisfiesExpression':
      return inside(expression.expression)
    // `a?.map(…)`
    case 'OptionalChainingExpression':
      return inside(expression.base as Expression)
    case 'ArrayExpression':
      return renderedList(expression.elements.some((one) => one && inside(one.expression).text))
    case 'ConditionalExpression':
      return either(inside(expression.consequent), inside(expression.alternate))
    case 'BinaryExpression':
      // `{names.length && …}` is the text «0» without names.
      if (expression.operator === '&&')
        return either(inside(expression.right), isCount(expression.left) ? { text: 'changing' } : {})
      if (expression.operator === '||' || expression.operator === '??')
        return either(inside(expression.left), inside(expression.right))
      return { text: 'changing' }
    case 'Identifier':
      return isElements(expression.value) ? { varies: true } : { text: 'changing' }
    case 'CallExpression':
      return renderedCall(expression, isElements)
    default:
      return { text: 'changing' }
  }
}

function renderedCall({ callee, arguments: given }: CallExpression, isElements: Check): Rendered {
  const called = callee.type === 'OptionalChainingExpression' ? callee.base : callee
  const name = identifierName(called.type === 'MemberExpression' ? called.property : called)
  if (called.type !== 'MemberExpression' || !['map', 'flatMap', 'from'].includes(name))
    return isElements(name) ? { varies: true } : { text: 'changing' }
  const each = given.at(-1)?.expression
  return renderedList(
    each?.type === 'ArrowFunctionExpression'
      ? returnsText(each, (part) => rendered(part, isElements))
      : !isElements(identifierName(each)),
  )
}

function renderedList(hasText: boolean): Rendered {
  return { varies: true, ...(hasText && { text: 'several' as const }) }
}

/** `names.length` */
function isCount(expression: Expression): boolean {
  return expression.type === 'MemberExpression' && ['length', 'size'].includes(identifierName(expression.property))
}

function identifierName(identifier: unknown): string {
  return String(Reflect.get(Object(identifier), 'value') ?? '')
}

/** Returns whether the expression is certainly a text. */
function isText(expression: unknown): boolean {
  if (!isNode(expression)) return false
  if (expression.type === 'ConditionalExpression') return isText(expression.consequent) || isText(expression.alternate)
  return /^(StringLiteral|TemplateLiteral)$/.test(expression.type)
}

function returnsText({ body }: ArrowFunctionExpression, rendered: (expression: Expression) => Rendered): boolean {
  if (!('stmts' in body)) return rendered(body).text !== undefined
  return body.stmts.some((one) => one.type === 'ReturnStatement' && one.argument && rendered(one.argument).text)
}

function either(one: Rendered, other: Rendered): Rendered {
  return { ...((one.text ?? other.text) && { text: 'changing' as const }), varies: true }
}

type Node = { type: string; span: { start: number; end: number } } & Record<string, unknown>

function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' &&
    value !== null &&
    (typeof Reflect.get(value, 'type') === 'string' || 'expression' in value)
  )
}

function isFunction({ type }: Node): boolean {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ClassMethod|MethodProperty)$/.test(type)
}

function componentName(node: Node): string | undefined {
  const name = identifierName(node.identifier)
  return /^[A-Z]/.test(name) ? name : undefined
}

if (import.meta.main) {
  const files = globSync('{shell,shared,mfe-*}/**/*.tsx', {
    cwd: root,
    exclude: (name) => /node_modules|[.]types/.test(name),
  })
  let count = 0
  for (const file of files.filter((name) => !/[.](test|stories)[.]tsx$|\/testing\/|^shared\/gallery\//.test(name))) {
    for (const { line, code } of textProblems(readFileSync(join(root, file), 'utf8'))) {
      count += 1
      say(`${file}:${line}: a text beside others needs an element of its own: ${code}`)
    }
  }
  process.exitCode = count === 0 ? 0 : 1
}
