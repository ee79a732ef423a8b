import { readFileSync } from 'node:fs'
import { OTP_DIGITS } from '@portal/contracts/otp'
import { expect, test } from 'vitest'
import { GUESSING_LIMITS, MAX_LIVING_CODES } from './guessing-limits.ts'

const decision = readFileSync(new URL('../../../../docs/decisions/0017-limits-of-guessing.md', import.meta.url), 'utf8')

/** Returns the cells of the row that begins with `name`. */
function cells(name: string): string[] {
  const row = decision.split('\n').find((line) => line.startsWith(`| ${name} `))
  return (row ?? '')
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim())
}

const { passwords, codes, source, sentToPhone, sent } = GUESSING_LIMITS

test.each<[string, { quarterHour?: number; hour?: number; day?: number }]>([
  ['wrong passwords: known device', passwords.device],
  ['wrong passwords: phone and address', passwords.address],
  ['wrong passwords: phone, all strangers', passwords.anyone],
  ['wrong codes: phone, known device', codes.device],
  ['wrong codes: phone, all strangers', codes.anyone],
  ['wrong passwords, wrong codes: address', source.address],
  ['wrong passwords, wrong codes: network', source.network],
  ['codes sent: phone, one network', sentToPhone.network],
  ['codes sent: phone, all strangers', sentToPhone.anyone],
  ['codes sent: address', sent.address],
  ['codes sent: network', sent.network],
])('decision 0017 has the limits of «%s»', (name, { quarterHour = '', hour = '', day = '' }) => {
  expect(cells(name)).toEqual([quarterHour, hour, day].map(String))
})

test.each<[string, { passwords: number; codes: number }]>([
  ['at one phone, from any number of addresses', { passwords: passwords.anyone.day, codes: codes.anyone.day }],
  ['with a known device of the user, besides', { passwords: passwords.device.day, codes: codes.device.day }],
  ['from one address, at any number of phones', { passwords: source.address.day, codes: source.address.day }],
  [
    'from one address, at phones that are known there, besides',
    { passwords: source.address.day, codes: source.address.day },
  ],
  ['from one network, at any number of phones', { passwords: source.network.day, codes: source.network.day }],
  [
    'at 10,000 phones, from any number of addresses',
    { passwords: 10_000 * passwords.anyone.day, codes: 10_000 * codes.anyone.day },
  ],
])('decision 0017 has the guesses a day «%s»', (name, guesses) => {
  const rightCodes = (guesses.codes * MAX_LIVING_CODES) / 10 ** OTP_DIGITS
  const numbers = [guesses.passwords, guesses.codes].map((number) => number.toLocaleString('en'))
  expect(cells(name)).toEqual([
    ...numbers,
    new Intl.NumberFormat('en', { maximumFractionDigits: 9 }).format(rightCodes),
  ])
})
