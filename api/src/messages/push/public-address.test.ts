import { expect, test } from 'vitest'
import { isPublicAddress, isPushEndpoint } from './public-address.ts'

test.each(['8.8.8.8', '142.250.1.188', '2a00:1450:4010:c0e::bc'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.0.1',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  '2001:db8::1',
  'no address',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('%s may be a push service', (endpoint) => {
  expect(isPushEndpoint(endpoint, { allowsLoopback: false })).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://user:secret@fcm.googleapis.com/abc',
  'https://8.8.8.8/abc',
  'https://[2a00:1450:4010:c0e::bc]/abc',
  'https://2130706433/abc',
  'https://localhost/abc',
  'https://postgres/abc',
  'https://db.internal./abc',
  'http://127.0.0.1:8080/abc',
  'file:///etc/passwd',
  'none',
])('%s is not the address of a push service', (endpoint) => {
  expect(isPushEndpoint(endpoint, { allowsLoopback: false })).toBe(false)
})

test('a push service on this machine is accepted only in tests, and never another one by http', () => {
  expect(isPushEndpoint('http://127.0.0.1:8080/abc', { allowsLoopback: true })).toBe(true)
  expect(isPushEndpoint('http://10.0.0.1:8080/abc', { allowsLoopback: true })).toBe(false)
})
