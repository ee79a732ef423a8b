/** Parts of OpenAPI 3.1 in which a response is described. */
export type OpenapiDocument = {
  paths: Record<string, Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>>
  components: { schemas: Record<string, Schema> }
}

type Schema = {
  $ref?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema
  type?: string
  const?: unknown
}

type Call = { method: string; path: string }

/** Returns the response to a call without its optional fields, as an API sends it that does not know them yet. */
export function withoutOptional(
  { paths, components }: OpenapiDocument,
  { method, path }: Call,
  body: unknown,
): unknown {
  const described = (paths[path] ?? Object.entries(paths).find(([pattern]) => matches(pattern, path))?.[1])?.[method]
  const schema = Object.values(described?.responses ?? {})[0]?.content?.['application/json']?.schema
  if (!schema) throw new Error(`${method} ${path} is not described`)
  return required(body, schema)

  function required(value: unknown, schema: Schema): unknown {
    const { items, properties, additionalProperties, ...rest } = findVariant(value, schema)
    if (Array.isArray(value)) return items ? value.map((one) => required(one, items)) : value
    if (value === null || typeof value !== 'object') return value
    const fields = Object.entries(value).flatMap(([name, field]) => {
      const its = properties?.[name] ?? additionalProperties
      const isOptional = properties && name in properties && !rest.required?.includes(name)
      return isOptional ? [] : [[name, its ? required(field, its) : field]]
    })
    return Object.fromEntries(fields)
  }

  /** The schema itself, or the variant of it that describes the value. */
  function findVariant(value: unknown, schema: Schema): Schema {
    if (schema.$ref) return findVariant(value, components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
    const variants = schema.anyOf ?? schema.oneOf
    if (!variants) return schema
    return variants.map((variant) => findVariant(value, variant)).find((variant) => describes(variant, value)) ?? {}
  }
}

function describes({ type, properties = {}, required = [] }: Schema, value: unknown): boolean {
  if (value === null || typeof value !== 'object') return type === (value === null ? 'null' : typeof value)
  if (Array.isArray(value)) return type === 'array'
  const fields = value as Record<string, unknown>
  const isOther = (name: string) => {
    const { const: only } = properties[name] ?? {}
    return !(name in fields) || (only !== undefined && only !== fields[name])
  }
  return type === 'object' && !required.some(isOther)
}

/** `/rest/{id}/balance` and `/rest/7/balance` */
function matches(pattern: string, path: string): boolean {
  const [ofPattern, ofPath] = [pattern.split('/'), path.split('/')]
  return (
    ofPattern.length === ofPath.length && ofPattern.every((part, at) => part.startsWith('{') || part === ofPath[at])
  )
}
