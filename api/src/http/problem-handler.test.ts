import { readdir, readFile } from 'node:fs/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../db/connect.ts'
import { handleProblems, sendProblem } from './problem-handler.ts'

async function respond(
  request: { payload?: string; type?: string; url?: string },
  handler: () => Promise<unknown> = async () => ({}),
) {
  const app = Fastify({ bodyLimit: 100, frameworkErrors: sendProblem })
  app.removeContentTypeParser('text/plain')
  handleProblems(app)
  app.post('/', handler)
  app.post('/parts/:part', handler)
  const response = await app.inject({
    method: 'POST',
    url: request.url ?? '/',
    ...(request.payload !== undefined && { payload: request.payload }),
    headers: { 'content-type': request.type ?? 'application/json' },
  })
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}

test.each([
  // spec: 10.1
  ['broken JSON', { payload: '{"a":' }, 400, 'malformed'],
  ['no JSON at all', { payload: '' }, 400, 'malformed'],
  ['a poisoned prototype', { payload: '{"__proto__":{"a":1}}' }, 400, 'malformed'],
  ['a form', { payload: 'a=1', type: 'application/x-www-form-urlencoded' }, 415, 'media_type_unsupported'],
  // spec: 10.7
  ['plain text', { payload: 'a', type: 'text/plain' }, 415, 'media_type_unsupported'],
  // spec: 10.7
  ['too much', { payload: JSON.stringify('x'.repeat(200)) }, 413, 'too_large'],
  ['an unknown address', { url: '/nowhere', payload: '{}' }, 404, 'not_found'],
  ['a broken address', { url: '/%E0%A4%A' }, 404, 'not_found'],
  ['a part of an address that is too long', { url: `/parts/${'x'.repeat(101)}` }, 404, 'not_found'],
])('%s', async (_, request, status, code) => {
  const response = await respond(request)
  expect(response).toMatchObject({ status, body: { code, message: expect.any(String) } })
})

// spec: 10.11
test('the response to an unexpected error has neither its text, nor its stack, nor a path', async () => {
  const response = await respond({ payload: '{}' }, async () => {
    throw Object.assign(new Error('duplicate key /srv/api.ts'), { detail: 'Key (phone)=(+79000000001) already exists' })
  })
  expect(response).toMatchObject({ status: 500, body: { code: 'internal_error', message: 'internal error' } })
  expect(Object.keys(response.body)).toEqual(['code', 'message'])
})

/** Codes that no request of a user can cause, with the reason. They are failures of the portal. */
const failures: Record<string, string> = {
  restrict_violation: 'changes what is final or append-only, which only a defect or a stolen connection does',
  check_violation: 'leaves a user without a default method, which only a defect does',
  object_not_in_prerequisite_state: 'begins or closes a month: housekeeping and a command',
}

test('each code that the functions of the migrations raise is a rejection, and no failure', async () => {
  const folder = new URL('../../migrations/', import.meta.url)
  const files = await Promise.all((await readdir(folder)).map((file) => readFile(new URL(file, folder), 'utf8')))
  const raised = new Set(files.flatMap((text) => [...text.matchAll(/errcode = '(\w+)'/g)].map(([, code]) => code)))
  // Codes that the function itself handles do not reach the API.
  const handled = new Set(
    files.flatMap((text) => [...text.matchAll(/when sqlstate '(P0\w{3})'/g)].map(([, code]) => code)),
  )
  const codes = [...raised].filter((code = '') => !handled.has(code) && !(code in failures))
  expect(codes.sort()).toEqual(['P0L01', 'P0L02'])
  for (const code of codes) {
    const response = await respond({ payload: '{}' }, async () => {
      throw Object.assign(new Error('raised'), { code })
    })
    expect(response, code).toMatchObject({ status: 409, body: { code: 'conflict' } })
  }
})

// spec: 10.10
test('an unreachable database is 503 with Retry-After', async () => {
  // Port 1 has no listener.
  const { db, close } = connect('postgres://nobody@127.0.0.1:1/nowhere')
  onTestFinished(close)
  const response = await respond({ payload: '{}' }, () => db.selectFrom('session').selectAll().execute())
  expect(response).toMatchObject({
    status: 503,
    body: { code: 'database_unavailable' },
    headers: { 'retry-after': '5' },
  })
})

test('a standby of PostgreSQL, which takes no writes, is 503', async () => {
  const response = await respond({ payload: '{}' }, async () => {
    throw Object.assign(new Error('cannot execute UPDATE in a read-only transaction'), { code: '25006' })
  })
  expect(response).toMatchObject({
    status: 503,
    body: { code: 'database_unavailable' },
    headers: { 'retry-after': '5' },
  })
})

test.each([
  ['waited too long for a lock', '55P03'],
  ['was rolled back because of a deadlock', '40P01'],
])('503 with Retry-After for a transaction that %s', async (_, code) => {
  const response = await respond({ payload: '{}' }, async () => {
    throw Object.assign(new Error('x'), { code })
  })
  expect(response).toMatchObject({
    status: 503,
    body: { code: 'deadline_exceeded' },
    headers: { 'retry-after': '2' },
  })
})

test.each(['constructor', 'toString', '__proto__'])(
  'an error with the code %s is unexpected like any other',
  async (code) => {
    const response = await respond({ payload: '{}' }, async () => {
      throw Object.assign(new Error('x'), { code })
    })
    expect(response).toMatchObject({ status: 500, body: { code: 'internal_error' } })
  },
)

test.each([
  ['the disk of PostgreSQL is full', '53100', 'storage_full'],
  ['PostgreSQL cannot read its disk', '58030', 'storage_unavailable'],
  ['a disk of this process is full', 'ENOSPC', 'storage_full'],
  ['its quota is used up', 'EDQUOT', 'storage_full'],
  ['it is read-only', 'EROFS', 'storage_unavailable'],
  ['a file may not be read', 'EACCES', 'storage_unavailable'],
])('503 with Retry-After when %s', async (_, reason, code) => {
  const response = await respond({ payload: '{}' }, async () => {
    throw Object.assign(new Error('could not extend file'), { code: reason })
  })
  expect(response).toMatchObject({ status: 503, body: { code }, headers: { 'retry-after': '30' } })
})
