import fc, { type GeneratorValue } from 'fast-check'
import {
  hostileBodies,
  hostileHeaders,
  hostileJson,
  hostileQueries,
  hostileSegments,
  hostileTexts,
} from './hostile-values.ts'

/** The part of JSON Schema that contracts use. */
export type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: readonly string[]
  items?: Schema
  anyOf?: readonly Schema[]
  oneOf?: readonly Schema[]
  enum?: readonly unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  [key: string]: unknown
}

/** An operation of the OpenAPI document. */
export type Operation = {
  method: string
  /** `/user/payout/{id}` */
  path: string
  parameters: readonly { name: string; in: string; schema: Schema }[]
  /** Whether the body is JSON. */
  body?: Schema | undefined
  isForm: boolean
  /** The statuses of successful responses. */
  statuses: readonly number[]
  access: 'anyone' | 'user' | 'service' | 'monitor' | 'admin'
}

export type FuzzRequest = { method: string; path: string; headers: Record<string, string>; body?: string | undefined }

/** Names of parameters and fields, with values that exist. */
export type KnownValues = Record<string, readonly (string | number)[]>

/** Generates one request of an operation, more or less like the contract. It shrinks towards the contract. */
export function generateRequest(operation: Operation, known: KnownValues, draw: GeneratorValue): FuzzRequest {
  const values = new Values(known, draw)
  const address = generateAddress(operation, values)
  const query = generateQuery(operation, values)
  return {
    method: operation.method,
    path: `/api/v1${address}${query ? `?${query}` : ''}`,
    headers: generateHeaders(operation, values),
    body: operation.isForm ? generateForm(values) : generateBody(operation, values),
  }
}

/** Draws the values of one request: known ones, others that the contract accepts, and hostile ones. */
class Values {
  /** The share of hostile values. */
  readonly hostility: number
  readonly #known: KnownValues
  readonly #draw: GeneratorValue

  constructor(known: KnownValues, draw: GeneratorValue) {
    this.#known = known
    this.#draw = draw
    this.hostility = this.pick([0, 0.1, 0.5])
  }

  pick<T>(values: readonly T[]): T {
    return this.#draw(fc.constantFrom<T[]>, ...values)
  }

  chance(share: number): boolean {
    return this.#draw(fc.nat, 999) >= 1_000 * (1 - share)
  }

  /** A whole number from 0 to `max`. */
  upTo(max: number): number {
    return this.#draw(fc.nat, max)
  }

  uuid(): string {
    return this.#draw(fc.uuid)
  }

  text(name: string): string {
    const known = this.#knownValues(name)
    return String(this.chance(this.hostility) || !known ? this.pick(hostileTexts) : this.pick(known))
  }

  /** The text of a JSON value. */
  json(schema: Schema, name = '', depth = 0): string {
    if (this.chance(this.hostility * 0.3)) return this.pick(hostileJson)
    const options = schema.anyOf ?? schema.oneOf
    if (options && options.length > 0) return this.json(this.pick(options), name, depth)
    if ('const' in schema) return JSON.stringify(schema.const)
    if (schema.enum && !this.chance(this.hostility)) return JSON.stringify(this.pick(schema.enum))
    if (schema.type === 'object') return this.#object(schema, depth)
    if (schema.type === 'array') return this.#array(schema, name, depth)
    if (schema.type === 'boolean') return String(this.chance(0.5))
    if (schema.type === 'null') return 'null'
    if (schema.type === 'number' || schema.type === 'integer') return this.#number(name)
    return JSON.stringify(this.text(name))
  }

  #object({ properties = {}, required = [] }: Schema, depth: number): string {
    const fields = Object.entries(properties)
      .filter(([name]) => !this.chance(required.includes(name) ? this.hostility * 0.3 : 0.4))
      .map(([name, schema]) => `${JSON.stringify(name)}:${this.json(schema, name, depth + 1)}`)
    if (this.chance(this.hostility * 0.3)) {
      fields.push(`${JSON.stringify(this.pick(hostileTexts))}:${this.pick(hostileJson)}`)
    }
    // Sometimes repeats a field with another value. Parsers take the last one.
    if (fields[0] && this.chance(this.hostility * 0.1)) fields.push(fields[0])
    return `{${fields.join()}}`
  }

  #array({ items = {} }: Schema, name: string, depth: number): string {
    const length = this.chance(0.05) ? 200 : this.upTo(2)
    return `[${Array.from({ length }, () => this.json(items, name, depth + 1)).join()}]`
  }

  #number(name: string): string {
    const known = this.#knownValues(name)
    if (known && !this.chance(this.hostility)) return String(this.pick(known))
    return this.pick([...hostileJson.filter((value) => /^-?\d/.test(value)), '1', '100', '500'])
  }

  #knownValues(name: string): KnownValues[string] | undefined {
    return Object.hasOwn(this.#known, name) ? this.#known[name] : undefined
  }
}

function generateAddress({ path }: Operation, values: Values): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) =>
    values.chance(values.hostility) ? values.pick(hostileSegments) : encode(values.text(name)) || 'x',
  )
}

function generateQuery({ parameters }: Operation, values: Values): string {
  const { hostility } = values
  if (values.chance(hostility * 0.4)) return values.pick(hostileQueries)
  return parameters
    .filter((parameter) => parameter.in === 'query' && values.chance(0.6))
    .flatMap(({ name, schema }) => {
      const value = schema.enum && !values.chance(hostility) ? String(values.pick(schema.enum)) : values.text(name)
      const isRepeated = values.chance(hostility * 0.2)
      return isRepeated ? [`${name}=${encode(value)}`, `${name}=1`] : [`${name}=${encode(value)}`]
    })
    .join('&')
}

function generateHeaders({ parameters, body, isForm }: Operation, values: Values): Record<string, string> {
  const isIdempotent = parameters.some(({ name }) => name === 'Idempotency-Key')
  return {
    ...(isIdempotent && { 'idempotency-key': values.uuid() }),
    ...(body && { 'content-type': 'application/json' }),
    ...(isForm && { 'content-type': 'multipart/form-data; boundary=fuzz' }),
    ...(values.chance(values.hostility * 0.5) && values.pick(hostileHeaders)),
  }
}

function generateBody({ body, method }: Operation, values: Values): string | undefined {
  const { hostility } = values
  if (body && !values.chance(hostility * 0.3)) return values.json(body)
  return body || (method !== 'GET' && values.chance(hostility)) ? values.pick(hostileBodies) : undefined
}

/** Generates the parts of a form, some of them malformed. */
function generateForm(values: Values): string {
  const parts = Array.from({ length: values.upTo(3) }, () => generateFormPart(values)).join('')
  return `${parts}${values.chance(values.hostility) ? '' : '--fuzz--\r\n'}`
}

function generateFormPart(values: Values): string {
  const name = values.pick(['type', 'file', 'avatar', values.text('name')]).replace(/[\r\n]/g, '')
  const file = values.chance(0.5) ? `; filename="${values.pick(['a.png', '', '../../a', 'a".png'])}"` : ''
  const type = values.chance(0.5)
    ? `Content-Type: ${values.pick(['image/png', '', 'constructor', 'text/html'])}\r\n`
    : ''
  const content = values.text('type')
  return `--fuzz\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${type}\r\n${content}\r\n`
}

/** Encodes like `encodeURIComponent`, but sends lone surrogates as bytes that are not valid UTF-8. */
function encode(text: string): string {
  return [...text].map((sign) => (/^[\ud800-\udfff]$/.test(sign) ? '%ED%A0%80' : encodeURIComponent(sign))).join('')
}
