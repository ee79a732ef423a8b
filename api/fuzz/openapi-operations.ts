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
}

const access = { session: 'user', service: 'service', monitor: 'monitor' } as const

/** What there is to call, from the document that the API publishes. */
export function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody, responses, security }]) => {
      const scheme = Object.keys(security?.[0] ?? {})[0] as keyof typeof access | undefined
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        body: requestBody?.content['application/json']?.schema,
        isForm: requestBody?.content['multipart/form-data'] !== undefined,
        status: Number(Object.keys(responses).find((status) => status !== 'default')),
        access: scheme ? access[scheme] : 'anyone',
      }
    }),
  )
}
