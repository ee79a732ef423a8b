import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Endpoint } from '@portal/contracts/endpoint'
import { sendOtpToUser } from '@portal/contracts/otp'
import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { pageHeaders, sharedApi } from '../../http/testing/test-api.ts'
import { queryExample, requestExample } from './examples.ts'

const folder = new URL('../../../../shared/contracts/', import.meta.url)

/** Every endpoint of the contracts, by the name it is exported under. */
const all: [string, Endpoint][] = []
const files = (await readdir(folder, { recursive: true })).filter((name) =>
  /^(?!node_modules|\.types).*\.ts$/.test(name),
)
for (const file of files.filter((name) => !name.endsWith('.test.ts'))) {
  const exported: Record<string, unknown> = await import(new URL(file, folder).pathname)
  all.push(...Object.entries(exported).filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])))
}

/** The endpoints of the API. Tests of platform/server cover those of the portal server. */
const endpoints = all.filter(([, { responder }]) => responder === undefined)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'access' in value && 'method' in value && 'path' in value
}

const api = sharedApi()

const endpointKey = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

// spec: 9.1
test('the document lists every endpoint of the contracts', async () => {
  const { paths } = (await api.app.inject('/api/v1/openapi.json')).json<{ paths: Record<string, object> }>()
  const listed = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(listed.sort()).toEqual(all.map(([, endpoint]) => endpointKey(endpoint)).sort())
})

// spec: 9.1
test('every route of the API is in the contracts, except the pages and the document', async () => {
  const contracted = endpoints.map(([, endpoint]) => endpointKey(endpoint))
  const served = [...parseRoutes(api.app.printRoutes({ commonPrefix: false }))]
  const pages = ['/docs', '/certificate'].flatMap((path) => [`GET ${path}`, `GET ${path}.css`])
  expect(served.sort()).toEqual([...contracted, ...pages, 'GET /openapi.json'].sort())
})

/** The lines of Fastify's tree: `│   ├── /api/v1/login (POST)`. */
function* parseRoutes(tree: string): Generator<string> {
  const path: string[] = []
  for (const line of tree.split('\n')) {
    const [, indent = '', segment = '', methods = ''] = line.match(/^([│ ]*)[├└]── (\S*)(?: \((.*)\))?$/) ?? []
    const depth = indent.length / 4
    path.splice(depth, path.length, segment)
    const url = path.join('')
    for (const method of methods.split(', ').filter(Boolean)) {
      if (url.startsWith('/api/v1')) yield `${method} ${url.slice('/api/v1'.length)}`
    }
  }
}

test('the document is OpenAPI 3.1 that names its responses', async () => {
  const document = (await api.app.inject('/api/v1/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  expect(document.paths['/user/payout'].post).toMatchObject({
    security: [{ session: [] }],
    parameters: [{ name: 'Idempotency-Key', in: 'header', required: true }],
    responses: { 201: { content: { 'application/json': {} } }, default: { $ref: '#/components/responses/Problem' } },
  })
  expect(document.paths['/user/balance/{restId}'].get.parameters).toEqual([
    { name: 'restId', in: 'path', required: true, schema: { type: 'string' } },
  ])
})

// spec: 9.1
test('each operation has the name of its contract, the tag of its file, and named schemas for what is sent', async () => {
  const document = (await api.app.inject('/api/v1/openapi.json')).json()
  const tags: string[] = document.tags.map(({ name }: { name: string }) => name)
  for (const [name, { method, path, body }] of all) {
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
    expect(operation.operationId).toBe(name)
    expect(operation.tags).toEqual([expect.toBeOneOf(tags)])
    const [[, success]] = Object.entries<{ content?: Record<string, { schema: object }> }>(operation.responses) as [
      [string, { content?: Record<string, { schema: object }> }],
    ]
    const sent = [...(body ? [operation.requestBody.content] : []), ...(success.content ? [success.content] : [])]
    for (const { schema } of sent.flatMap((content) => Object.values<{ schema: { $ref?: string } }>(content))) {
      expect(document.components.schemas).toHaveProperty([schema.$ref?.split('/').at(-1) ?? name])
    }
  }
})

test('the comment of a contract is the description of its operation or schema', async () => {
  const { paths, components } = (await api.app.inject('/api/v1/openapi.json')).json()
  expect(paths['/login'].post.description).toBe(
    '401 `invalid_credentials`: phone or password is wrong. Unlike other 401 responses, this one ends no session.\n\nAnyone may call it.',
  )
  expect(components.schemas.OtpSent.description).toBe('Times in seconds.')
})

test('no operation needs more than what a browser adds to prove that a page of the portal sends it', async () => {
  for (const [, endpoint] of endpoints) {
    const { method, path } = endpoint
    const url = `/api/v1${path.replace(/:\w+/g, 'x')}`
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: api.settings.origin }]) {
      const response = await api.app.inject({ method, url, headers })
      expect([endpointKey(endpoint), response.body]).not.toEqual([
        endpointKey(endpoint),
        expect.stringContaining('foreign_origin'),
      ])
    }
  }
})

test('the document describes a form with a file', async () => {
  const document = (await api.app.inject('/api/v1/openapi.json')).json()
  const [[type] = []] = Object.entries(document.paths['/upload'].post.requestBody.content)
  expect(type).toBe('multipart/form-data')
})

test('the page lists every endpoint, and needs no script and no inline style', async () => {
  const page = await api.app.inject('/api/v1/docs')
  for (const [, { path }] of all) expect(page.body).toContain(`<code>${path}</code>`)
  expect(page.body).not.toMatch(/<script|<style|style=|\son\w+=/)
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.body).toContain('<h2 id="errors">Errors</h2>')
  const [, stylesheet] = page.body.match(/<link rel="stylesheet" href="([^"]+)">/) ?? []
  expect((await api.app.inject(stylesheet ?? '')).headers['content-type']).toContain('text/css')
})

test('the body and the query of each example on the page are such that its contract accepts them', async () => {
  const { paths, components } = (await api.app.inject('/api/v1/openapi.json')).json()
  for (const [name, { method, path, body, query }] of all) {
    const { requestBody, parameters } = paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
    const example = body && requestExample(requestBody.content['application/json'].schema, components.schemas)
    expect([name, body?.safeParse(example).error]).toEqual([name, undefined])
    const asked = queryExample(parameters, components.schemas)
    expect([name, asked, query?.safeParse(asked).error]).toEqual([name, asked, undefined])
  }
})

describe.each(endpoints)('%s', (_, endpoint) => {
  test('its response survives JSON', () => {
    if (!endpoint.response) return
    // Throws for dates, bigints and transforms, with which a browser would not read what the server writes.
    const written = z.toJSONSchema(endpoint.response, { io: 'output', unrepresentable: 'throw' })
    const read = z.toJSONSchema(endpoint.response, { io: 'input', unrepresentable: 'throw' })
    expect(withoutExtras(written)).toEqual(withoutExtras(read))
  })

  // spec: 7.8
  test('its body rejects unknown fields', () => {
    if (!endpoint.body) return
    expect(openObjects(z.toJSONSchema(endpoint.body, { io: 'input' }))).toEqual([])
  })

  // spec: 9.1
  test('returns 401 to an anonymous client unless it is public', async () => {
    if (endpoint.access === 'anyone') return
    const url = `/api/v1${endpoint.path.replace(/:\w+/g, 'de300000-0000-4000-8000-000000000001')}`
    const response = await api.app.inject({ method: endpoint.method, url, headers: pageHeaders })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toEqual({ code: 'unauthorized', message: 'unauthorized' })
  })
})

const length0 = (type?: string) => ({ headers: { 'content-length': '0', ...(type && { 'content-type': type }) } })

/** Ways in which a client sends no body. */
const nothing: Record<string, () => InjectOptions> = {
  'no body': () => ({}),
  'a length of zero': () => length0(),
  'an empty JSON body': () => length0('application/json'),
  'an empty form': () => length0('application/x-www-form-urlencoded'),
  'an empty stream of JSON': () => ({
    headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    payload: Readable.from([]),
  }),
  'an empty object': () => ({ payload: {} }),
}

const bodiless = endpoints.filter(
  ([, { method, body, consumes }]) => method !== 'GET' && !consumes && (!body || body.safeParse(undefined).success),
)

// spec: 9.2
test.each(
  bodiless.flatMap(([name, endpoint]) =>
    Object.entries(nothing).map(([way, request]) => [name, way, endpoint, request] as const),
  ),
)('%s takes %s', async (_, __, { path, method, response }, request) => {
  const anna = await api.createUser()
  const browser = await api.signedIn(anna)
  const own = path === sendOtpToUser.path
  const url = path.replace(/:\w+/g, own ? anna.userId : 'de300000-0000-4000-8000-000000000001')
  const reply = await browser.send(method, url, request())
  // 404 means that the request was understood, because the thing does not exist.
  expect(reply.statusCode).toBe(path.includes(':') && !own ? 404 : response ? 200 : 204)
})

// spec: 9.2
test('a request without the body of its contract is malformed', async () => {
  for (const request of Object.values(nothing)) {
    const response = await api.browser().send('POST', '/login', request())
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ code: 'malformed' })
  }
})

type Schema = { [key: string]: unknown }

/** Removes `additionalProperties`: the output schema forbids unknown fields, and the input schema allows them. */
function withoutExtras(schema: unknown): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key, value) =>
      key === 'additionalProperties' && typeof value === 'boolean' ? undefined : value,
    ),
  )
}

/** The paths of objects in a schema that accept any field. */
function openObjects(schema: unknown, path = '$'): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, properties, additionalProperties } = schema as Schema
  const own = type === 'object' && properties !== undefined && additionalProperties !== false ? [path] : []
  return [...own, ...Object.entries(schema).flatMap(([key, part]) => openObjects(part, `${path}.${key}`))]
}
