import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { databaseBefore } from './testing.ts'

test('names and labels from before the migration are composed and visible afterwards', async () => {
  const { url, client } = await databaseBefore('0067')
  await client.query(
    `insert into user_account (phone, password_hash, first_name, last_name, goal) values
      ('+79160000001', 'none', 'Сергеи\u0306', '\u202eвокилрО\u202c', '{"name": "Дом\u200b"}'),
      ('+79160000002', 'none', '\u200b', '\u3164', null),
      ('+79160000003', 'none', 'Анна 👩‍🍳', 'Ким', null)`,
  )
  await client.query(`insert into restaurant (name, bank) values ('\u2066Сад\u00a0и дом', 'Т-Банк')`)
  await migrate(url)
  const { rows } = await client.query(
    `select first_name, last_name, goal ->> 'name' as goal from user_account order by phone`,
  )
  expect(rows.map((row) => Object.values(row))).toEqual([
    ['Сергей', 'вокилрО', 'Дом'],
    ['Без имени', '', null],
    ['Анна 👩‍🍳', 'Ким', null],
  ])
  expect((await client.query('select name from restaurant')).rows).toEqual([{ name: 'Сад и дом' }])
})
