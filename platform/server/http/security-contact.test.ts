import { expect, test } from 'vitest'
import { eachWithReleases, portal } from '../testing/portal.ts'

eachWithReleases()

const contact = { address: 'mailto:security@tips.example', origin: 'https://tips.example' }
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

async function securityTxt(expires?: Date) {
  const server = await portal(expires && { securityContact: { ...contact, expires } })
  return await server.inject({ url: '/.well-known/security.txt', headers: { accept: '*/*' } })
}

test('serves security.txt with the contact and its expiry date', async () => {
  const expires = inDays(180)
  const { statusCode, headers, body } = await securityTxt(expires)
  expect([statusCode, headers['content-type'], headers['x-content-type-options']]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'nosniff',
  ])
  expect(body).toBe(
    `Contact: mailto:security@tips.example\nExpires: ${expires.toISOString()}\nPreferred-Languages: ru, en\n` +
      'Canonical: https://tips.example/.well-known/security.txt\n',
  )
})

test('serves no security.txt without a contact or after its expiry date', async () => {
  expect((await securityTxt()).statusCode).toBe(404)
  expect((await securityTxt(inDays(-1))).statusCode).toBe(404)
})
