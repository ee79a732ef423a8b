import { expect, test } from 'vitest'
import { production, settingsErrorMessage } from '../testing/production.ts'
import { readSettings } from './settings.ts'

const { SMS_GATEWAY_URL, SMS_GATEWAY_TOKEN, ...withoutGateway } = production
const gateway = { name: 'gateway', url: SMS_GATEWAY_URL, token: SMS_GATEWAY_TOKEN }
const smsc = { name: 'smsc', url: 'https://smsc.ru', key: 'smsc-key', sender: undefined }
const smsru = { name: 'smsru', url: 'https://sms.ru', key: 'smsru-key', sender: 'Chaevye' }
const smsKeys = { SMSC_API_KEY: smsc.key, SMSRU_API_ID: smsru.key, SMSRU_SENDER: smsru.sender }
test.each([
  [{}, [gateway]],
  [{ ...smsKeys }, [gateway]],
  [{ ...smsKeys, SMS_PROVIDERS: 'smsc, smsru' }, [smsc, smsru]],
  [{ ...smsKeys, SMS_PROVIDERS: 'smsru,gateway,smsc' }, [smsru, gateway, smsc]],
])('messages are sent by the providers of the settings, in their order: %j', (given, providers) => {
  expect(readSettings({ ...production, ...given }).smsProviders).toEqual(providers)
})

test.each([
  [{ SMS_PROVIDERS: 'smsc,smsru' }, ['SMSC_API_KEY: missing', 'SMSRU_API_ID: missing']],
  [{ SMS_PROVIDERS: 'smsc,gateway', SMSC_API_KEY: 'key' }, ['SMS_GATEWAY_URL: missing', 'SMS_GATEWAY_TOKEN: missing']],
  [{ SMS_PROVIDERS: 'smsaero' }, ['SMS_PROVIDERS: must be names by comma']],
  [{ SMS_PROVIDERS: 'smsc,smsc', SMSC_API_KEY: 'key' }, ['SMS_PROVIDERS: must be names by comma']],
  [{ ...smsKeys, SMS_PROVIDERS: 'smsc', SMSC_URL: 'http://www2.smsc.ru' }, ['SMSC_URL: must be https']],
  [{ ...smsKeys, SMS_PROVIDERS: 'smsc', SMSC_API_KEY: production.SERVICE_TOKEN }, ['must differ from SERVICE_TOKEN']],
])('production does not start with incomplete providers of messages: %j', (given, problems) => {
  const message = settingsErrorMessage({ ...withoutGateway, ...given })
  for (const problem of problems) expect(message).toContain(problem)
})

test('a demo sends messages to the sandbox, unless a provider is configured', () => {
  expect(readSettings({}).smsProviders).toEqual([])
  expect(readSettings({ SMS_PROVIDERS: 'smsru', SMSRU_API_ID: 'smsru-key' }).smsProviders).toMatchObject([
    { name: 'smsru' },
  ])
})
