import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { listenLocally } from '@portal/command/listen-locally'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { testApi } from '../../http/testing.ts'
import { gatewaySms } from './gateway-sms.ts'

/** A gateway that can be broken. */
async function startGateway() {
  const received: unknown[] = []
  const gateway = { isBroken: false, received, url: '' }
  const server = Fastify()
  server.post('/send', async ({ headers, body }, reply) => {
    if (gateway.isBroken) return reply.code(500).send()
    received.push({ authorization: headers.authorization, body })
    return {}
  })
  gateway.url = `${await server.listen({ port: 0 })}/send`
  onTestFinished(() => server.close())
  return gateway
}

test('sends a message with the token, and without the fields for the sandbox', async () => {
  const gateway = await startGateway()
  await gatewaySms({ url: gateway.url, token: 'secret' }).send({
    phone: '+79160000001',
    text: 'Код 123456',
    code: '123456',
  })
  expect(gateway.received).toEqual([
    { authorization: 'Bearer secret', body: { phone: '+79160000001', text: 'Код 123456' } },
  ])
})

test('a redirect is not followed: it could lead phones and codes elsewhere', async () => {
  const other = await startGateway()
  const server = Fastify()
  server.post('/send', async (_request, reply) => reply.redirect(other.url, 307))
  const url = `${await server.listen({ port: 0 })}/send`
  onTestFinished(() => server.close())
  await expect(
    gatewaySms({ url, token: 'secret' }).send({ phone: '+79160000001', text: 'Код 123456' }),
  ).rejects.toThrow()
  expect(other.received).toEqual([])
})

test('does not wait for the body of a response, however long it is', async () => {
  const server = createServer((_request, response) => response.writeHead(200).write('<html>'))
  const url = await listenLocally(server)
  onTestFinished(() => void server.close())
  await gatewaySms({ url, token: 'secret' }).send({ phone: '+79160000001', text: 'Код 123456' })
  await expect.poll(() => promisify(server.getConnections.bind(server))()).toBe(0)
})

test('returns 503 for a code that was not sent, which may be requested again at once', async () => {
  const gateway = await startGateway()
  const api = await testApi({ sms: gatewaySms({ url: gateway.url, token: 'secret' }) })
  onTestFinished(() => api.close())
  const anna = await api.person({ phone: '+79160000001' })
  const browser = await api.signedIn(anna)
  const send = () => browser.post(`/otp/send/user/${anna.userId}`, { purpose: 'payout' })

  gateway.isBroken = true
  const failed = await send()
  expect(failed.statusCode).toBe(503)
  expect(failed.json()).toMatchObject({ code: 'sms_unavailable' })

  gateway.isBroken = false
  expect((await send()).json()).toMatchObject({ resend_in: 60 })
  expect(gateway.received).toHaveLength(1)
})
