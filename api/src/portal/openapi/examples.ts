import type { Operation } from './document.ts'
import type { JsonSchema } from './schemas.ts'

export type Call = { method: string; path: string; operation: Operation }
type Schemas = Record<string, JsonSchema>

const ID = 'de300000-0000-4000-8000-000000000001'
const DAY = '2026-11-29'
const TIME = '2026-11-29T22:30:00+03:00'

/** Values of fields whose schema does not say enough. */
const knownFields: Readonly<Record<string, unknown>> = {
  amount: 500,
  code: '123456',
  day: DAY,
  first6: '220070',
  from: DAY,
  id: ID,
  last4: '4321',
  paid_at: TIME,
  path: '/admin/access',
  phone: '+79160000001',
  phone_number: '+79160000001',
  phoneNumber: '+79160000001',
  pin: '4711',
  restId: ID,
  to: DAY,
  year: 2026,
}
/** Optional fields without which a rule rejects most requests. */
const usualFields = new Set(['code', 'restaurant', 'employee'])

/** Returns a command that makes the call, with what the operation requires. */
export function exampleCommand({ method, path, operation }: Call, origin: string, schemas: Schemas): string {
  const parameters = operation.parameters ?? []
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => String(knownFields[name] ?? ID))
  const query = new URLSearchParams(queryExample(parameters, schemas)).toString()
  const headers = parameters.filter((parameter) => parameter.in === 'header' && parameter.required)
  const content: Record<string, { schema: JsonSchema }> = operation.requestBody?.content ?? {}
  const body = content['application/json']?.schema
  const options = [
    ...(method === 'GET' || (method === 'POST' && body) ? [] : [`-X ${method}`]),
    ...credentials(method, Object.keys(operation.security?.[0] ?? {})[0], origin.startsWith('https:')),
    ...headers.map(({ name }) => `-H "${name}: $${name.toUpperCase().replaceAll('-', '_')}"`),
    ...(body
      ? ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(requestExample(body, schemas), null, 2)}'`]
      : []),
    ...(content['multipart/form-data'] ? ['-F file=@photo.jpg'] : []),
  ]
  return [`curl '${origin}/api/v1${address}${query && `?${query}`}'`, ...options].join(' \\\n  ')
}

function credentials(method: string, caller: string | undefined, isSecure: boolean): string[] {
  if (caller === undefined) return []
  if (caller === 'webhook') return ['-H "webhook-signature: v1,$SIGNATURE"']
  if (caller !== 'session') return ['-H "Authorization: Bearer $TOKEN"']
  const cookie = `-H "Cookie: ${isSecure ? '__Host-session' : 'session'}=$SESSION"`
  return method === 'GET' ? [cookie] : [cookie, "-H 'Sec-Fetch-Site: same-origin'"]
}

/** Returns the query parameters that an operation requires. */
export function queryExample(parameters: Operation['parameters'], schemas: Schemas): Record<string, string> {
  const required = (parameters ?? []).filter((parameter) => parameter.in === 'query' && parameter.required)
  const values = required.map(({ name, schema }) => [
    name,
    String(toExample(schema ?? {}, { schemas, isComplete: false }, name)),
  ])
  return Object.fromEntries(values)
}

/** Returns a body that has what its schema requires. */
export function requestExample(schema: JsonSchema, schemas: Schemas): unknown {
  return toExample(schema, { schemas, isComplete: false })
}

/** Returns the JSON of a successful response with all fields. Undefined: it has no JSON. */
export function responseExample({ operation }: Call, schemas: Schemas): unknown {
  const [success] = Object.values(operation.responses)
  const schema = success && 'content' in success ? success.content?.['application/json']?.schema : undefined
  return schema && toExample(schema, { schemas, isComplete: true })
}

type Context = { schemas: Schemas; isComplete: boolean }

function toExample(schema: JsonSchema, context: Context, name = ''): unknown {
  const { $ref, type, properties, required = [], items = {}, minItems = 1, enum: values, minimum = 0 } = schema
  if ($ref) return toExample(context.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, context, name)
  const [option] = schema.anyOf ?? schema.oneOf ?? []
  if (option) return toExample(option, context, name)
  if ('const' in schema) return schema.const
  if (values) return values[0]
  if (type === 'array') return Array.from({ length: minItems }, () => toExample(items, context, name))
  if (properties) {
    const shown = Object.entries(properties).filter(
      ([field]) => context.isComplete || required.includes(field) || usualFields.has(field),
    )
    return Object.fromEntries(shown.map(([field, part]) => [field, toExample(part, context, field)]))
  }
  const known = knownFields[name]
  if (known !== undefined && typeof known === (type === 'integer' ? 'number' : type)) return known
  if (type === 'integer' || type === 'number') return Math.max(1, minimum)
  if (type === 'boolean') return true
  if (type === 'null') return null
  return type === 'string' ? textExample(schema, name) : {}
}

function textExample({ format, pattern }: JsonSchema, name: string): string {
  if (pattern?.includes('mfe-')) return 'mfe-tips'
  if (format === 'date') return DAY
  if (format === 'date-time') return TIME
  if (format === 'uri') return 'https://tips.example'
  return name.endsWith('_id') ? ID : name
}
