import { OperatorProposal } from '@portal/contracts/admin/proposal'
import { ApiProblem } from '@portal/contracts/api-problem'
import type { Access, Endpoint } from '@portal/contracts/endpoint'
import { takesDryRun } from '../../base/admin-route.ts'
import type { Contracts, EndpointNames } from './contracts.ts'
import { description } from './description.ts'
import { NamedSchemas } from './schemas.ts'

const bearer = (token: string, caller: string) => ({
  type: 'http',
  scheme: 'bearer',
  description: `The header \`Authorization: Bearer <${token}>\`, for ${caller}.`,
})

type Scheme = { type: string; description: string; [key: string]: unknown }

/** How each kind of caller is recognized. */
const callers: Record<Access, { name?: string; scheme?: Scheme; description: string }> = {
  anyone: { description: 'Anyone may call it.' },
  user: {
    name: 'session',
    scheme: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-session',
      description: 'The cookie that `POST /login` sets, for what a user may see and do.',
    },
    description: 'Needs a session.',
  },
  service: {
    name: 'service',
    scheme: bearer('SERVICE_TOKEN', 'a payment service that books tips'),
    description: 'Needs the service token.',
  },
  webhook: {
    name: 'webhook',
    scheme: {
      type: 'apiKey',
      in: 'header',
      name: 'webhook-signature',
      description: 'A signature with `TIPS_WEBHOOK_SECRET`, for a payment service that has no token.',
    },
    description:
      'Needs a signature of `webhook-id`, `webhook-timestamp` and the body, as https://www.standardwebhooks.com describes.',
  },
  monitor: {
    name: 'monitor',
    scheme: bearer('METRICS_TOKEN', 'Prometheus and portal servers'),
    description: 'Needs the token of the metrics.',
  },
  admin: {
    name: 'admin',
    scheme: bearer('token of ADMIN_TOKEN', 'an operator'),
    description:
      'Needs the token of an operator, or the session of an account with the right `operator`: 428 `passkey_required` without a passkey of the last hour, and for each change without its signature in `X-Passkey` (`POST /admin/confirmations`).',
  },
}

export type OpenapiDocument = ReturnType<typeof openapiDocument>
export type Operation = ReturnType<typeof describeOperation>

/** Returns the OpenAPI 3.1 document of the given endpoints. */
export function openapiDocument(endpoints: readonly Endpoint[], contracts: Contracts, origin: string) {
  const schemas = new NamedSchemas(endpoints, contracts)
  const paths: Record<string, Record<string, Operation>> = {}
  const tags = new Set<string>()
  for (const endpoint of endpoints) {
    const names = contracts.endpoints.get(endpoint)
    if (!names) throw new Error(`no contract exports ${endpoint.method} ${endpoint.path}`)
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describeOperation(endpoint, names, schemas) }
    tags.add(names.tag)
  }
  const problem = schemas.reference(ApiProblem)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Чаевые',
      version: '1',
      description,
      contact: { name: 'Чаевые', url: origin },
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
    },
    servers: [{ url: '/api/v1' }],
    tags: [...tags].sort().map((name) => ({ name, description: `Calls of the contract \`${name}\`.` })),
    paths,
    components: {
      schemas: schemas.components(),
      responses: {
        Problem: {
          description: 'The request was rejected or has failed; `code` says why',
          content: { 'application/json': { schema: problem } },
        },
      },
      securitySchemes: Object.fromEntries(
        Object.values(callers).flatMap(({ name, scheme }) => (name && scheme ? [[name, scheme]] : [])),
      ),
    },
  }
}

function describeOperation(
  endpoint: Endpoint,
  { operationId, tag, description }: EndpointNames,
  schemas: NamedSchemas,
) {
  const { summary, access, params, query, body, consumes, response, produces, status, idempotent, mayBeProposed } =
    endpoint
  const caller = callers[access]
  const parameters = [
    ...schemas.parameters(params).map(([name, rest]) => ({ name, in: 'path', ...rest })),
    ...schemas.parameters(query).map(([name, rest]) => ({ name, in: 'query', ...rest })),
    ...(takesDryRun(endpoint) ? [dryRunHeader] : []),
    ...(idempotent ? [idempotencyKey] : []),
    ...(access === 'webhook' ? webhookHeaders : []),
  ]
  return {
    operationId,
    tags: [tag],
    summary,
    description: [description, caller.description].filter(Boolean).join('\n\n'),
    ...(caller.name && { security: [{ [caller.name]: [] }, ...(access === 'admin' ? [{ session: [] }] : [])] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { 'application/json': { schema: schemas.reference(body) } },
      },
    }),
    ...(consumes && { requestBody: { required: true, content: { [consumes]: { schema: fileForm } } } }),
    responses: {
      [status ?? (response ? 200 : 204)]: response
        ? {
            description: 'Done',
            content: { [produces ?? 'application/json']: { schema: schemas.reference(response) } },
          }
        : { description: 'Done' },
      ...(mayBeProposed && {
        202: {
          description: 'Proposed: the change is made when another operator sends the same request',
          content: { 'application/json': { schema: schemas.reference(OperatorProposal) } },
        },
      }),
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'A new value for each order. If a request is repeated with the same value, the first response is repeated.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,100}$' },
}

const dryRunHeader = {
  name: 'X-Dry-Run',
  in: 'header',
  required: false,
  description: 'Nothing is changed: the transaction is rolled back. The response shows what the request would do.',
  schema: { type: 'string', enum: ['1'] },
}

const webhookHeaders = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The id of the message',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,100}$' },
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'The time when this attempt was signed, in seconds since 1970',
    schema: { type: 'string', pattern: '^\\d{1,12}$' },
  },
]

/** The part with the file may have any name; pages use the name of their field. */
const fileForm = {
  type: 'object',
  properties: { type: { type: 'string' }, file: { type: 'string', format: 'binary' } },
}
