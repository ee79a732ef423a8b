import { endpoint } from '@portal/contracts/endpoint'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { Problem } from './problem.ts'
import { handleProblems } from './problem-handler.ts'
import { route } from './route.ts'

const greet = endpoint({
  method: 'POST',
  path: '/greet/:name',
  summary: 'Greets',
  access: 'anyone',
  params: z.object({ name: z.string() }),
  query: z.object({ times: z.optional(z.coerce.number().check(z.int())) }),
  body: z.strictObject({ tone: z.enum(['warm', 'cold']), details: z.optional(z.strictObject({ size: z.int() })) }),
  response: z.object({ text: z.string() }),
  status: 201,
})

function greeter() {
  const app = Fastify()
  handleProblems(app)
  app.decorateRequest('user', null)
  route(app, greet, ({ params, query, body }) => {
    if (body.tone === 'cold') throw new Problem(422, 'too_cold', { attempts_left: 2 })
    return { text: `${body.tone} ${params.name} ×${query.times ?? 1}`, secret: 'not in the contract' }
  })
  return (payload: object, url = '/greet/anna') => app.inject({ method: 'POST', url, payload })
}

test('parts of a request are parsed, and a field that the contract lacks does not leak', async () => {
  const response = await greeter()({ tone: 'warm' }, '/greet/anna?times=2')
  expect(response.statusCode).toBe(201)
  expect(response.json()).toEqual({ text: 'warm anna ×2' })
})

// spec: 10.1
test.each([
  ['a value outside of the contract', { tone: 'loud' }, '/greet/anna', { tone: ['invalid_value'] }],
  // spec: 7.8
  ['a field that the contract lacks', { tone: 'warm', admin: true }, '/greet/anna', { admin: ['unrecognized_keys'] }],
  [
    'a nested field that the contract lacks',
    { tone: 'warm', details: { size: 1, admin: true } },
    '/greet/anna',
    { 'details.admin': ['unrecognized_keys'] },
  ],
  [
    'a field of the name constructor',
    JSON.parse('{"tone":"warm","constructor":1}'),
    '/greet/anna',
    { constructor: ['unrecognized_keys'] },
  ],
  ['a field of the name toString', { tone: 'warm', toString: 1 }, '/greet/anna', { toString: ['unrecognized_keys'] }],
  ['a query that is no number', { tone: 'warm' }, '/greet/anna?times=x', { times: ['invalid_type'] }],
  ['a hexadecimal number', { tone: 'warm' }, '/greet/anna?times=0x10', { times: ['invalid_type'] }],
  ['a number with an exponent', { tone: 'warm' }, '/greet/anna?times=1e1', { times: ['invalid_type'] }],
])('%s is malformed', async (_, body, url, errors) => {
  const response = await greeter()(body, url)
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({ code: 'malformed', message: 'malformed', errors })
})

test.each(['a\u0000b', '\ud800', 'a\udfffb'])('the text %j, which no column can hold, is malformed', async (text) => {
  const note = endpoint({
    method: 'POST',
    path: '/note',
    summary: 'Takes any text',
    access: 'anyone',
    body: z.object({ lines: z.array(z.string()) }),
    response: null,
  })
  const app = Fastify()
  handleProblems(app)
  app.decorateRequest('user', null)
  route(app, note, async () => {})
  const response = await app.inject({ method: 'POST', url: '/note', payload: { lines: ['fine', text] } })
  expect(response.statusCode).toBe(400)
  expect(response.json()).toEqual({ code: 'malformed', message: 'malformed' })
})

test('a problem is sent with its data', async () => {
  const response = await greeter()({ tone: 'cold' })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toEqual({ code: 'too_cold', message: 'too cold', attempts_left: 2 })
})

test('a response that violates the contract is an internal error without details', async () => {
  const app = Fastify()
  handleProblems(app)
  app.decorateRequest('user', null)
  route(app, greet, () => ({ text: 42 }) as never)
  const response = await app.inject({ method: 'POST', url: '/greet/anna', payload: { tone: 'warm' } })
  expect(response.statusCode).toBe(500)
  expect(response.json()).toEqual({ code: 'internal_error', message: 'internal error' })
})

test('a route of users rejects anonymous clients also when no guard is registered', async () => {
  const app = Fastify()
  handleProblems(app)
  app.decorateRequest('user', null)
  route(app, { ...greet, access: 'user' }, () => ({ text: 'hi' }))
  const response = await app.inject({ method: 'POST', url: '/greet/anna', payload: { tone: 'warm' } })
  expect(response.statusCode).toBe(401)
})
