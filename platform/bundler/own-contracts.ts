import { type AnyNode, type ObjectExpression, parse } from 'acorn'

/** The module whose `endpoint` makes a contract. */
const maker = /\/contracts\/endpoint(\.ts)?$/

/**
 * Returns the method and path of each contract that a module makes: `{ method: 'GET', path: '/stock/:id' }`. They are
 * read from the text, because modules of a remote do not run in Node. @throws Error when a value is not a literal
 */
export function ownContracts(source: string): { method: string; path: string }[] {
  if (!source.includes('/contracts/endpoint')) return []
  const program = parse(source, { ecmaVersion: 'latest', sourceType: 'module' })
  const makers = program.body.flatMap((node) =>
    node.type === 'ImportDeclaration' && maker.test(String(node.source.value))
      ? node.specifiers.map(({ local }) => local.name)
      : [],
  )
  const found: { method: string; path: string }[] = []
  visit(program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || !makers.includes(node.callee.name))
      return
    const [made] = node.arguments
    if (made?.type === 'ObjectExpression') found.push({ method: literal(made, 'method'), path: literal(made, 'path') })
  })
  return found
}

function literal({ properties }: ObjectExpression, name: string): string {
  const property = properties.find(
    (one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === name,
  )
  const value = property?.type === 'Property' && property.value.type === 'Literal' ? property.value.value : undefined
  if (typeof value !== 'string')
    throw new Error(`A contract has no ${name} that can be read: write it as a text in quotes`)
  return value
}

function visit(node: AnyNode, read: (node: AnyNode) => void): void {
  read(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, read)
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
