import type { Endpoint } from '@portal/contracts/endpoint'
import * as z from 'zod/mini'
import type { Contracts } from './contracts.ts'

export type JsonSchema = {
  $ref?: string
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  [key: string]: unknown
}

const prefix = '#/components/schemas/'

/**
 * Converts the schemas of the endpoints. A schema that a contract exports keeps its name everywhere. Any other body or
 * response is named after its operation, so that a generated client has a type for each.
 */
export function namedSchemas(endpoints: readonly Endpoint[], contracts: Contracts) {
  const registry = z.registry<{ id: string; description?: string | undefined }>()
  for (const [schema, names] of contracts.schemas) registry.add(schema, names)
  for (const endpoint of endpoints) {
    const { operationId = '' } = contracts.endpoints.get(endpoint) ?? {}
    const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`
    const { body, response, params, query } = endpoint
    const parts = { Request: body, Response: response, Params: params, Query: query }
    for (const [part, schema] of Object.entries(parts)) {
      if (schema && !registry.has(schema)) registry.add(schema, { id: `${name}${part}` })
    }
  }

  // The input type of a response is what a client must accept, since fields may be added later. zod has no input type
  // for parsed texts (`?page=2`), so the document has their output type.
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    metadata: registry,
    uri: (id) => `${prefix}${id}`,
    // Client generators read each part of `allOf` separately, so each part needs the type.
    override({ jsonSchema }) {
      const { type, allOf } = jsonSchema
      if (type && allOf) jsonSchema.allOf = allOf.map((part) => ({ type, ...part }))
    },
  })
  const converted = new Map(Object.entries(schemas).map(([id, schema]) => [id, plain(schema as JsonSchema)]))
  const used = new Set<string>()

  function requireName(schema: z.ZodMiniType): string {
    const id = registry.get(schema)?.id
    if (id === undefined) throw new Error('the schema is of another endpoint')
    return id
  }

  return {
    /** Returns a reference to a body or a response. */
    reference(schema: z.ZodMiniType): JsonSchema {
      const id = requireName(schema)
      use(id)
      return { $ref: `${prefix}${id}` }
    },

    /** Returns the properties of a parameters object, because the document lists each parameter separately. */
    parameters(schema: z.ZodMiniType | undefined): [string, { schema: JsonSchema; required: boolean }][] {
      if (!schema) return []
      const { properties = {}, required = [] } = converted.get(requireName(schema)) ?? {}
      useReferences(properties)
      return Object.entries(properties).map(([name, schema]) => [name, { schema, required: required.includes(name) }])
    },

    /** Returns the schemas that were referred to, and those that they refer to. */
    components(): Record<string, JsonSchema> {
      return Object.fromEntries([...used].sort().map((id) => [id, converted.get(id) ?? {}]))
    },
  }

  function use(id: string): void {
    if (used.has(id)) return
    used.add(id)
    useReferences(converted.get(id))
  }

  function useReferences(part: unknown): void {
    if (typeof part !== 'object' || part === null) return
    const { $ref } = part as JsonSchema
    if (typeof $ref === 'string') use($ref.slice(prefix.length))
    for (const value of Object.values(part)) useReferences(value)
  }
}

function plain({ $schema: _, $id: __, id: ___, ...schema }: JsonSchema): JsonSchema {
  return schema
}
