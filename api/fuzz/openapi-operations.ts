import type { Operation, Schema } from './generate.ts'

type Document = {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Operation['parameters']
        requestBody?: { content: Record<string, { schema: Schema }> }
        responses: Record<string, unknown>
        security?: readonly Record<string, unknown>[]
      }
    >
  >
  components: { schemas: Record<string, Schema> }
}

/** A webhook accepts no token, so its requests are sent by anyone, without a valid signature. */
const access = { session: 'user', service: 'service', webhook: 'anyone', monitor: 'monitor', admin: 'admin' } as const

/** Reads all operations from the document that the API publishes. */
export function toOperations(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses, security }]) => {
      const body = requestBody?.content['application/json']?.schema
      const scheme = Object.keys(security?.[0] ?? {})[0] as keyof typeof access | undefined
      return {
        method: method.toUpperCase(),
        path,
        parameters: parameters.map(({ schema, ...rest }) => ({ ...rest, schema: resolved(schema, document) })),
        body: body && resolved(body, document),
        isForm: requestBody?.content['multipart/form-data'] !== undefined,
        statuses: Object.keys(responses)
          .filter((status) => status !== 'default')
          .map(Number),
        access: scheme ? access[scheme] : 'anyone',
      }
    }),
  )
}

/** Replaces the references in a schema by the schemas. No contract contains itself. */
function resolved<T>(part: T, document: Document): T {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((each) => resolved(each, document)) as T
  const { $ref, ...rest } = part as { $ref?: string }
  const named = $ref === undefined ? {} : resolved(document.components.schemas[$ref.split('/').at(-1) ?? ''], document)
  return {
    ...named,
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolved(value, document)])),
  } as T
}
