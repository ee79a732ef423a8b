import { expect, test } from 'vitest'
import { readStatement } from './statement.ts'

const id = '00000000-0000-4000-8000-000000000001'
const head = 'reference,payout_id,amount,status,created_at'
const line = `po-1,${id},985.00,paid,2026-11-20T12:00:00+03:00`
const payment = {
  reference: 'po-1',
  payoutId: id,
  amount: 985_00,
  status: 'paid',
  createdAt: new Date('2026-11-20T12:00:00+03:00'),
}

test.each([
  ['commas', `${head}\n${line}`],
  ['an empty line at its end, and lines of Windows', `${head}\r\n${line}\r\n`],
  [
    'semicolons, a comma in the sum and a mark of UTF-8',
    `\uFEFF${head}\n${line}`.replaceAll(',', ';').replace('985.00', '985,00'),
  ],
  [
    'quotes, another order and other columns',
    `amount,note,${head.replace('amount,', '')}\n"985","Чаевые",${line.replace('985.00,', '')}`,
  ],
])('a file with %s is read', (_, text) => {
  expect(readStatement(text)).toEqual([payment])
})

test('a payment without our id is foreign', () => {
  expect(readStatement(`${head}\n${line.replace(id, '')}`)).toEqual([{ ...payment, payoutId: null }])
})

test('a UUID in capitals is the payout that has it', () => {
  const other = '0198c0de-0000-7000-8000-00000000abcd'
  expect(readStatement(`${head}\n${line.replace(id, other.toUpperCase())}`)).toEqual([{ ...payment, payoutId: other }])
})

test.each([
  ['a missing column', head.replace(',status', ''), 'line 1: status'],
  ['an invalid sum', `${head}\n${line}\n${line.replace('985.00', '9 850')}`, 'line 3: amount'],
  ['a status of its own', `${head}\n${line.replace('paid', 'ok')}`, 'line 2: status'],
  ['a time without a zone', `${head}\n${line.replace('+03:00', '')}`, 'line 2: created_at'],
  ['nothing', '', 'line 1: reference'],
])('the error names the line and the column of %s', (_, text, message) => {
  expect(() => readStatement(text)).toThrow(message)
})
