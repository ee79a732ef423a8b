import { expect, test } from 'vitest'
import { formatLines, formatTable } from './table.ts'

test('a table has a column for each field, as wide as its longest text', () => {
  const rows = [
    { name: 'Ёлки', closed_at: null },
    { name: 'Старый мост', closed_at: true },
  ]
  expect(formatTable(rows)).toEqual(['NAME         CLOSED AT', 'Ёлки         —', 'Старый мост  да'])
})

test('a table has the given columns in the given order, also fields of fields', () => {
  const rows = [{ id: 1, restaurant: { name: 'Ёлки' }, at: '2026-11-21T12:00:00' }]
  expect(formatTable(rows, { 'restaurant.name': 'where', id: 'id', at: 'at' })).toEqual([
    'WHERE  ID  AT',
    'Ёлки   1   2026-11-21 12:00',
  ])
})

test('an empty table is printed as a word', () => {
  expect(formatTable([])).toEqual(['Ничего нет.'])
})

test('a record has a line for each field', () => {
  expect(formatLines({ id: 7, external_id: 'most' })).toEqual(['id           7', 'external id  most'])
})

test('no text of a user controls the terminal, or breaks a line', () => {
  expect(formatTable([{ name: 'Анна\u001b[2J\nБорис\u202e' }])[1]).toBe('Анна [2J Борис')
  expect(formatTable([{ name: 'a'.repeat(100) }])[1]).toBe(`${'a'.repeat(79)}…`)
})
