// spec: 6.13

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { requireApplicationRole } from './application-role.ts'
import { withClient } from './connect-client.ts'
import { sharedDatabase } from './testing/test-database.ts'

const database = sharedDatabase()

async function asOwner(...statements: string[]): Promise<void> {
  await withClient(database.url, async (owner) => {
    for (const statement of statements) await owner.query(statement)
  })
}

const attacks = [
  'update ledger_entry set amount = 1',
  'delete from ledger_entry',
  'truncate ledger_entry',
  'update ledger_transfer set amount = 1',
  'delete from ledger_transfer',
  'truncate ledger_transfer cascade',
  'drop table ledger_entry',
  'alter table ledger_entry disable trigger all',
  'create table stand_in ()',
  "create function stand_in() returns int language sql as 'select 1'",
  'create role another login',
  "copy (select 1) to program 'id'",
]

test.each(attacks)('the application may not: %s', async (attack) => {
  await expect(database.pool.query(attack)).rejects.toThrow(/permission denied|must be owner/)
})

test('the owner is stopped by the triggers', async () => {
  for (const attack of attacks.slice(0, 6)) await expect(asOwner(attack)).rejects.toThrow('append-only table')
})

/** Tables with limited rights of the application. On other tables it has select, insert, update and delete. */
const limited = {
  'DELETE, INSERT, SELECT': 'audit_event vault.provider_card',
  'INSERT, SELECT': 'payout_share reconciliation_statement tip_adjustment',
  'INSERT, SELECT, UPDATE':
    'consent employee ledger_account_checkpoint ledger_checkpoint ledger_day operation operation_feed payout ' +
    'payout_attempt payout_binding payout_decision payout_event payout_feed reconciliation reconciliation_line ' +
    'restaurant review_day sandbox.bank_payment sandbox.sms sharing_template tip tip_day tip_hour user_account',
  SELECT: 'ledger_account ledger_entry ledger_opening_balance ledger_transfer migration payout_recipient',
  none: 'ledger_entry_initial ledger_ref ledger_transfer_initial',
}

test('the application has exactly the listed rights on tables', async () => {
  const { rows } = await database.pool.query<{ rights: string; tables: string }>(`
    with relation as (
      select oid, oid::regclass::text as name from pg_class
      where relkind in ('r', 'v', 'p') and relnamespace::regnamespace::text in ('public', 'vault', 'sandbox')
        and relname !~ '_[0-9]{6}$'
    ), given as (
      select name, coalesce(string_agg(kind, ', ' order by kind), 'none') as rights
      from relation
      left join unnest('{DELETE,INSERT,REFERENCES,SELECT,TRIGGER,TRUNCATE,UPDATE}'::text[]) as kind
        on has_table_privilege('portal_app', oid, kind)
      group by name
    )
    select rights, string_agg(name, ' ' order by name collate "C") as tables from given
    where rights <> 'DELETE, INSERT, SELECT, UPDATE' group by rights`)
  expect(Object.fromEntries(rows.map(({ rights, tables }) => [rights, tables]))).toEqual(limited)
})

test('the role that signs in cannot gain rights by a reset of the role', async () => {
  const client = await database.pool.connect()
  const { rows } = await client.query('select session_user = current_user as same')
  expect(rows).toEqual([{ same: true }])
  await client.query('reset role')
  await client.query('reset session authorization')
  await expect(client.query('update ledger_entry set amount = 1')).rejects.toThrow('permission denied')
  for (const role of ['postgres', 'pg_write_all_data']) {
    await expect(client.query(`set role ${role}`), role).rejects.toThrow('permission denied')
  }
  client.release()
})

/** Creates a role with these options and grants, and returns its URL. */
async function signInAs(options: string, ...grants: string[]): Promise<string> {
  const name = `role_${randomUUID().replaceAll('-', '')}`
  const url = new URL(database.url)
  url.searchParams.set('user', name)
  url.searchParams.set('password', 'secret')
  await asOwner(`create role ${name} login password 'secret' ${options}`, ...grants.map((grant) => `${grant} ${name}`))
  return url.href
}

test.each([
  ['of a superuser', 'superuser in role portal_app', /is a superuser or may create roles/],
  ['that may create roles', 'createrole in role portal_app', /is a superuser or may create roles/],
  ['that bypasses row security', 'bypassrls in role portal_app', /is a superuser/],
  ['without the rights of the application', '', /is no member of portal_app/],
  ['that does not inherit them', 'noinherit in role portal_app', /is no member of portal_app/],
  ['that may run programs', 'in role portal_app, pg_execute_server_program', /the rights of pg_execute_server_program/],
])('the API does not start with a role %s', async (_, options, message) => {
  const url = await signInAs(options)
  await expect(requireApplicationRole(url)).rejects.toThrow(message)
  await expect(requireApplicationRole(url)).rejects.not.toThrow('secret')
})

test('a role of another application cannot move money', async () => {
  const call = withClient(await signInAs(''), (client) => client.query("select post_transfers('[]')"))
  await expect(call).rejects.toThrow('permission denied for function')
})

test('the API does not start with the owner of a table, or with a role that can become the owner', async () => {
  const owner = new URL(await signInAs('in role portal_app')).searchParams.get('user') ?? ''
  await asOwner(`create table of_${owner} ()`, `alter table of_${owner} owner to ${owner}`)
  const become = await signInAs(`in role portal_app, ${owner}`)
  await expect(requireApplicationRole(become)).rejects.toThrow(`can become ${owner}, which owns tables`)
  await asOwner(`drop table of_${owner}`)
  await requireApplicationRole(become)
})
