import type { Endpoint } from '@portal/contracts/endpoint'
import * as z from 'zod/mini'
import type { Contracts } from './contracts.ts'

export type JsonSchema = {
  $ref?: string
  type?: string
  format?: string
  pattern?: string
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  items?: JsonSchema
  minItems?: number
  minimum?: number
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  enum?: readonly unknown[]
  [key: string]: unknown
}

const prefix = '#/components/schemas/'

/** The names of schemas, some with a description. */
type Names = ReturnType<typeof z.registry<{ id: string; description?: string | undefined }>>

/**
 * The schemas of the document. A schema that a contract exports has its name everywhere. Any other body or response is
 * named after its operation, so that a generated client has a type for it.
 */
export class NamedSchemas {
  readonly #names: Names
  readonly #converted: ReadonlyMap<string, JsonSchema>
  /** The names of the schemas that were referred to, and of those that they refer to. */
  readonly #used = new Set<string>()

  constructor(endpoints: readonly Endpoint[], contracts: Contracts) {
    this.#names = nameSchemas(endpoints, contracts)
    this.#converted = convertSchemas(this.#names)
  }

  /** Returns a reference to a body or a response. */
  reference(schema: z.ZodMiniType): JsonSchema {
    const id = this.#requireName(schema)
    this.#use(id)
    return { $ref: `${prefix}${id}` }
  }

  /** Returns the properties of a parameters object, because the document lists each parameter separately. */
  parameters(schema: z.ZodMiniType | undefined): [string, { schema: JsonSchema; required: boolean }][] {
    if (!schema) return []
    const { properties = {}, required = [] } = this.#converted.get(this.#requireName(schema)) ?? {}
    this.#useReferences(properties)
    return Object.entries(properties).map(([name, schema]) => [name, { schema, required: required.includes(name) }])
  }

  /** Returns the schemas that were referred to, and those that they refer to. */
  components(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#used].sort().map((id) => [id, this.#converted.get(id) ?? {}]))
  }

  #requireName(schema: z.ZodMiniType): string {
    const id = this.#names.get(schema)?.id
    if (id === undefined) throw new Error('the schema is of another endpoint')
    return id
  }

  #use(id: string): void {
    if (this.#used.has(id)) return
    this.#used.add(id)
    this.#useReferences(this.#converted.get(id))
  }

  #useReferences(part: unknown): void {
    if (typeof part !== 'object' || part === null) return
    const { $ref } = part as JsonSchema
    if (typeof $ref === 'string') this.#use($ref.slice(prefix.length))
    for (const value of Object.values(part)) this.#useReferences(value)
  }
}

function nameSchemas(endpoints: readonly Endpoint[], contracts: Contracts): Names {
  const names: Names = z.registry()
  for (const [schema, exported] of contracts.schemas) names.add(schema, exported)
  for (const endpoint of endpoints) {
    const { operationId = '' } = contracts.endpoints.get(endpoint) ?? {}
    const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}`
    const { body, response, params, query } = endpoint
    const parts = { Request: body, Response: response, Params: params, Query: query }
    for (const [part, schema] of Object.entries(parts)) {
      if (schema && !names.has(schema)) names.add(schema, { id: `${name}${part}` })
    }
  }
  return names
}

/**
 * Converts the input types of the schemas. For a response the input type allows unknown fields, which clients must
 * accept, because fields may be added later. zod has no input type for parsed texts (`?page=2`), so the document has
 * their output type.
 */
function convertSchemas(names: Names): ReadonlyMap<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(names, {
    io: 'input',
    unrepresentable: 'any',
    metadata: names,
    uri: (id) => `${prefix}${id}`,
    // Client generators read each part of `allOf` separately, so each part needs the type.
    override({ jsonSchema }) {
      const { type, allOf } = jsonSchema
      if (type && allOf) jsonSchema.allOf = allOf.map((part) => ({ type, ...part }))
    },
  })
  return new Map(Object.entries(schemas).map(([id, schema]) => [id, plain(schema as JsonSchema)]))
}

function plain({ $schema: _, $id: __, id: ___, ...schema }: JsonSchema): JsonSchema {
  return schema
}
