import { randomBytes } from 'node:crypto'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestApi, sharedApi } from '../http/testing/test-api.ts'
import { demoConsentFiles } from '../settings/consent-texts.ts'

const api = sharedApi()
beforeAll(async () => {
  await api.sms.send({ phone: '+79000000001', text: 'Первое', code: '111111' })
  await api.sms.send({ phone: '+79000000002', text: 'Чужое' })
  await api.sms.send({ phone: '+79000000001', text: '<b>Второе</b>', code: '222222' })
})

test.each(['%2B79000000001', '+79000000001'])('messages to %s are listed, newest first', async (phone) => {
  const response = await api.app.inject(`/demo/sms.json?phone=${phone}`)
  expect(response.json()).toEqual([
    { phone: '+79000000001', text: '<b>Второе</b>', code: '222222', at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    { phone: '+79000000001', text: 'Первое', code: '111111', at: expect.any(String) },
  ])
})

test.each(['sms', 'sms.json'])('/demo/%s takes a phone that is named twice', async (page) => {
  const { statusCode, body } = await api.app.inject(`/demo/${page}?phone=%2B79000000001&phone=%2B79000000002`)
  expect(statusCode).toBe(200)
  expect(body).toContain('Первое')
  expect(body).toContain('Чужое')
})

test('the page shows the messages as text, under a strict policy', async () => {
  const page = await api.app.inject('/demo/sms?phone=%2B79000000001')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain('222222')
  expect(page.body).toContain('&#60;b&#62;Второе')
  expect(page.body).not.toContain('Чужое')
  expect(page.body).not.toMatch(/<script|<style|style=|\son\w+=/)
  expect(page.headers['content-security-policy']).toContain("style-src 'self'")
})

test('production has neither the page nor its JSON', async () => {
  const production = await createTestApi({
    env: {
      NODE_ENV: 'production',
      PORTAL_ORIGIN: 'https://tips.example',
      DATABASE_URL: 'postgres://elsewhere',
      SERVICE_TOKEN: 'a-long-enough-token',
      OTP_PEPPER: randomBytes(32).toString('base64'),
      VAULT_KEY: randomBytes(32).toString('base64'),
      SMS_GATEWAY_URL: 'https://sms.example/send',
      SMS_GATEWAY_TOKEN: 'a-gateway-token',
      TRUST_PROXY: 'none',
      ...demoConsentFiles,
      SUPPORT_PHONE: '+78001234567',
      SUPPORT_HOURS: 'ежедневно с 9 до 21',
      OPERATOR_NAME: 'ООО «Ромашка»',
      BANK: 'sandbox',
      ALLOW_SANDBOX_BANK: 'yes',
    },
  })
  onTestFinished(() => production.close())
  for (const url of ['/demo/sms', '/demo/sms.json', '/demo/sms.css']) {
    expect((await production.app.inject(url)).statusCode).toBe(404)
  }
})
