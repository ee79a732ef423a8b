import fc, { type GeneratorValue } from 'fast-check'
import {
  hostileBodies,
  hostileHeaders,
  hostileJson,
  hostileQueries,
  hostileSegments,
  hostileTexts,
} from './hostile-values.ts'

/** JSON Schema, as far as contracts use it. */
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

/** One request of an operation, near to what the contract takes or far from it. It shrinks towards the contract. */
export function generateRequest(operation: Operation, known: KnownValues, draw: GeneratorValue): FuzzRequest {
  const pick = <T>(values: readonly T[]): T => draw(fc.constantFrom<T[]>, ...values)
  const chance = (share: number) => draw(fc.nat, 999) >= 1_000 * (1 - share)
  const hostility = pick([0, 0.1, 0.5])

  function text(name: string): string {
    const values = Object.hasOwn(known, name) ? known[name] : undefined
    return String(chance(hostility) || !values ? pick(hostileTexts) : pick(values))
  }

  /** The text of a JSON value. */
  function json(schema: Schema, name = '', depth = 0): string {
    if (chance(hostility * 0.3)) return pick(hostileJson)
    const values = Object.hasOwn(known, name) ? known[name] : undefined
    const options = schema.anyOf ?? schema.oneOf
    if (options && options.length > 0) return json(pick(options), name, depth)
    if ('const' in schema) return JSON.stringify(schema.const)
    if (schema.enum && !chance(hostility)) return JSON.stringify(pick(schema.enum))
    if (schema.type === 'object') return object(schema, depth)
    if (schema.type === 'array') {
      const length = chance(0.05) ? 200 : draw(fc.nat, 2)
      return `[${Array.from({ length }, () => json(schema.items ?? {}, name, depth + 1)).join()}]`
    }
    if (schema.type === 'boolean') return String(chance(0.5))
    if (schema.type === 'null') return 'null'
    if (schema.type === 'number' || schema.type === 'integer') {
      if (values && !chance(hostility)) return String(pick(values))
      return pick([...hostileJson.filter((value) => /^-?\d/.test(value)), '1', '100', '500'])
    }
    return JSON.stringify(text(name))
  }

  function object({ properties = {}, required = [] }: Schema, depth: number): string {
    const fields = Object.entries(properties)
      .filter(([name]) => !chance(required.includes(name) ? hostility * 0.3 : 0.4))
      .map(([name, schema]) => `${JSON.stringify(name)}:${json(schema, name, depth + 1)}`)
    if (chance(hostility * 0.3)) fields.push(`${JSON.stringify(pick(hostileTexts))}:${pick(hostileJson)}`)
    // The field is repeated with another value: parsers take the last one.
    if (fields[0] && chance(hostility * 0.1)) fields.push(fields[0])
    return `{${fields.join()}}`
  }

  const address = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    chance(hostility) ? pick(hostileSegments) : encode(text(name)) || 'x',
  )
  const query = chance(hostility * 0.4)
    ? pick(hostileQueries)
    : operation.parameters
        .filter((parameter) => parameter.in === 'query' && chance(0.6))
        .flatMap(({ name, schema }) => {
          const value = schema.enum && !chance(hostility) ? String(pick(schema.enum)) : text(name)
          return chance(hostility * 0.2) ? [`${name}=${encode(value)}`, `${name}=1`] : [`${name}=${encode(value)}`]
        })
        .join('&')
  const idempotent = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
  const headers: Record<string, string> = {
    ...(idempotent && { 'idempotency-key': draw(fc.uuid) }),
    ...(operation.body && { 'content-type': 'application/json' }),
    ...(operation.isForm && { 'content-type': 'multipart/form-data; boundary=fuzz' }),
    ...(chance(hostility * 0.5) && pick(hostileHeaders)),
  }
  return {
    method: operation.method,
    path: `/api/v1${address}${query ? `?${query}` : ''}`,
    headers,
    body: operation.isForm ? form() : generateBody(),
  }

  function generateBody(): string | undefined {
    if (operation.body && !chance(hostility * 0.3)) return json(operation.body)
    return operation.body || (operation.method !== 'GET' && chance(hostility)) ? pick(hostileBodies) : undefined
  }

  /** Generates the parts of a form, some of them malformed. */
  function form(): string {
    const part = () => {
      const name = pick(['type', 'file', 'avatar', text('name')]).replace(/[\r\n]/g, '')
      const file = chance(0.5) ? `; filename="${pick(['a.png', '', '../../a', 'a".png'])}"` : ''
      const type = chance(0.5) ? `Content-Type: ${pick(['image/png', '', 'constructor', 'text/html'])}\r\n` : ''
      return `--fuzz\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${type}\r\n${text('type')}\r\n`
    }
    const parts = Array.from({ length: draw(fc.nat, 3) }, part).join('')
    return `${parts}${chance(hostility) ? '' : '--fuzz--\r\n'}`
  }
}

/** Encodes like `encodeURIComponent`, but sends lone surrogates as bytes that are not valid UTF-8. */
function encode(text: string): string {
  return [...text].map((sign) => (/^[\ud800-\udfff]$/.test(sign) ? '%ED%A0%80' : encodeURIComponent(sign))).join('')
}
