import { expect, test } from 'vitest'
import { from, sharedApi } from '../../http/testing/test-api.ts'

const api = sharedApi()

const number = '2200701395954321'
const store = (body: object, address = '10.0.0.1') => api.browser().post('/vault/cards', body, from(address))

// spec: 9.28
test('the response to a number has a token, a mask and a network', async () => {
  const response = await store({ number })
  expect(response.statusCode).toBe(201)
  expect(response.json()).toEqual({
    card_token: expect.stringMatching(/^card_[\w-]{32}$/),
    mask: '2200 •••• •••• 4321',
    network: 'mir',
  })
  expect(response.headers['cache-control']).toBe('no-store')
})

test.each([
  ['2200701395954322', 'a digit is wrong'],
  ['2200 7013 9595 4321', 'there are blanks in it'],
  ['378282246310005', 'no payouts to such cards'],
  ['', 'there is nothing'],
])('%j: %s, and the response does not repeat it', async (wrong) => {
  const response = await store({ number: wrong })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toEqual({
    code: 'card_invalid',
    message: 'card invalid',
    errors: { number: ['card_invalid'] },
  })
})

test('a malformed number is rejected without repeating it', async () => {
  for (const body of [{ number: Number(number) }, { number, cvc: '123' }, { number: number.repeat(3) }, {}]) {
    const response = await store(body)
    expect(response.statusCode).toBe(400)
    expect(response.body).not.toContain(number)
    expect(response.body).not.toContain('123')
  }
})

test('an address may send sixty numbers an hour', async () => {
  const statuses = []
  for (let times = 0; times < 61; times++) statuses.push((await store({ number: '1' }, '10.0.0.2')).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 422), 429])
})

// spec: 9.28
test('no table outside of the vault holds a number', async () => {
  await store({ number })
  const { rows } = await api.pool.query<{ found: boolean }>(
    `select bool_or(c::text like '%' || $1 || '%') as found from vault.card c`,
    [number.slice(4, 12)],
  )
  expect(rows).toEqual([{ found: false }])
})
