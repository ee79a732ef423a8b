import type { Endpoint } from '@portal/contracts/endpoint'
import { expect, test } from 'vitest'
import { sharedApi } from '../http/testing/test-api.ts'
import { portalServerEndpoints, type Statuses, table } from './testing/table.ts'
import { openWorld } from './testing/world.ts'

const api = sharedApi()

async function documentOperations() {
  const { paths } = (await api.app.inject('/api/v1/openapi.json')).json<{
    paths: Record<string, Record<string, { security?: readonly Record<string, unknown>[] }>>
  }>()
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security }]) => ({
      method: method.toUpperCase() as Endpoint['method'],
      path: path.replace(/\{(\w+)\}/g, ':$1') as Endpoint['path'],
      scheme: Object.keys(security?.[0] ?? {})[0],
    })),
  )
}

// spec: 8.1, 8.3
test('the table has every endpoint that requires a user or a token, except those of operators', async () => {
  const guarded = (await documentOperations()).filter(({ scheme }) => scheme && scheme !== 'admin')
  const listed = [...table.map(([endpoint]) => endpoint), ...portalServerEndpoints].map(
    ({ method, path }) => `${method} ${path}`,
  )
  expect([...new Set(listed)].sort()).toEqual(guarded.map(({ method, path }) => `${method} ${path}`).sort())
})

// spec: 8.3
test('every endpoint of operators returns 403 to all users, and 401 to the other tokens', async () => {
  const endpoints = (await documentOperations()).filter(({ scheme }) => scheme === 'admin')
  expect(endpoints.length).toBeGreaterThan(10)
  const world = await openWorld(api)
  const params = { id: world.owner.userId, code: world.invitation }
  for (const endpoint of endpoints) {
    const { path } = endpoint
    expect(path).toMatch(/^\/admin\//)
    for (const who of ['owner', 'colleague', 'manager', 'default', 'outsider', 'anonymous'] as const) {
      const call = { ...endpoint, summary: '', access: 'admin', response: null } as const
      const status = who === 'anonymous' ? 401 : 403
      expect([path, who, (await world.call(who, call, { params })).statusCode]).toEqual([path, who, status])
    }
    const { statusCode } = await api.app.inject({
      method: endpoint.method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${api.settings.serviceToken}` },
    })
    expect([path, statusCode]).toEqual([path, 401])
  }
})

test.each(table.map((row) => [`${row[0].method} ${row[0].path}`, row] as const))(
  '%s',
  async (_, [endpoint, expected, request]) => {
    const world = await openWorld(api)
    const input = request?.(world) ?? {}
    const before = await world.ownersThings()

    expect((await world.call('anonymous', endpoint, input)).statusCode).toBe(401)
    const statuses: Partial<Statuses> = {}
    for (const who of ['colleague', 'manager', 'default', 'outsider'] as const) {
      const { statusCode, body } = await world.call(who, endpoint, input)
      statuses[who] = statusCode
      for (const mark of world.ownersMarks) expect(body, `what ${who} reads`).not.toContain(mark)
    }
    // No request of another user has changed the owner's things.
    expect(await world.ownersThings()).toEqual(before)

    statuses.owner = (await world.call('owner', endpoint, input)).statusCode
    expect(statuses).toEqual(expected)
  },
)

// spec: 8.1, 10.4
test('another user’s thing gets the same response as a missing one', async () => {
  const world = await openWorld(api)
  const nowhere = crypto.randomUUID()
  const names = ['id', 'restId', 'key', 'rest_id']
  const elsewhere = (part: object) =>
    Object.fromEntries(Object.entries(part).map(([name, value]) => [name, names.includes(name) ? nowhere : value]))
  for (const [endpoint, expected, request] of table) {
    if (expected.outsider !== 404 || !request) continue
    const input = request(world)
    const replaced = Object.fromEntries(Object.entries(input).map(([part, value]) => [part, elsewhere(value)]))
    const [theirs, missing] = [
      await world.call('outsider', endpoint, input),
      await world.call('outsider', endpoint, replaced),
    ]
    expect(missing.statusCode, endpoint.path).toBe(404)
    expect(theirs.body, endpoint.path).toBe(missing.body)
  }
})
