import { ApiProblem } from '@portal/contracts/api-problem'
import type { Endpoint } from '@portal/contracts/endpoint'
import * as z from 'zod/mini'
import { needsPageHeader } from '../../http/csrf.ts'

type JsonSchema = Record<string, unknown>

const description = `Tips, balance and payouts of restaurant employees.

Requests that change something are accepted from pages of the portal only: beside \`X-Requested-With\` they have what every
browser adds, \`Sec-Fetch-Site: same-origin\` or the portal's address as \`Origin\`. Without both the response is 403
\`foreign_origin\`.`

/** Returns OpenAPI 3.1 of the given endpoints, which is derived from the contracts. */
export function openapiDocument(endpoints: readonly Endpoint[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Чаевые', version: '1', description },
    servers: [{ url: '/api/v1' }],
    paths,
    components: {
      schemas: { ApiProblem: jsonSchema(ApiProblem, 'output') },
      responses: {
        Problem: {
          description: 'Rejected, or failed; `code` is the reason',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ApiProblem' } } },
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: '__Host-session' },
        service: { type: 'http', scheme: 'bearer' },
        monitor: { type: 'http', scheme: 'bearer' },
      },
    },
  }
}

function operation(endpoint: Endpoint) {
  const { summary, access, params, query, body, consumes, response, produces, status, idempotent } = endpoint
  const parameters = [
    ...parametersOf(params, 'path'),
    ...parametersOf(query, 'query'),
    ...(needsPageHeader(endpoint) ? [pageHeader] : []),
    ...(idempotent ? [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string' } }] : []),
  ]
  return {
    summary,
    ...(access !== 'anyone' && { security: [{ [access === 'user' ? 'session' : access]: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { 'application/json': { schema: jsonSchema(body, 'input') } },
      },
    }),
    ...(consumes && { requestBody: { required: true, content: { [consumes]: { schema: fileForm } } } }),
    responses: {
      [status ?? (response ? 200 : 204)]: response
        ? {
            description: 'Done',
            content: { [produces ?? 'application/json']: { schema: jsonSchema(response, 'output') } },
          }
        : { description: 'Done' },
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

const pageHeader = {
  name: 'X-Requested-With',
  in: 'header',
  required: true,
  description: 'Any text: a form of another site cannot send it',
  schema: { type: 'string', examples: ['portal'] },
}

/** The part with the file may have any name: pages use that of their field. */
const fileForm = {
  type: 'object',
  properties: { type: { type: 'string' } },
  additionalProperties: { type: 'string', contentMediaType: 'image/png' },
}

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
  }))
}

function jsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  // zod has no input type for a parsed text (`?page=2`); the document has its output type.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
