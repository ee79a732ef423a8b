import type pg from 'pg'

type Index = {
  table: string
  index: string
  definition: string
  constraint: string | null
  constraint_definition: string
}

/** Indexes of these tables that nothing refers to; those of partitions are small, and stay. */
const indexes = `
  select t.relname as table, x.relname as index, pg_get_indexdef(x.oid) as definition, c.conname as constraint,
    pg_get_constraintdef(c.oid) as constraint_definition
  from pg_index i
  join pg_class t on t.oid = i.indrelid
  join pg_class x on x.oid = i.indexrelid
  left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = t.oid and c.contype in ('p', 'u')
  where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and not t.relispartition
    and t.relname in ('operation', 'ledger_transfer', 'ledger_entry', 'ledger_ref')
    and (c.oid is null or c.contype = 'u' or t.relname = 'ledger_ref')`

/** Drops the indexes of large tables while `work` fills these: to build one takes a fraction of adding to it row by row. */
export async function postponeIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<Index>(indexes)
  for (const { table, index, constraint } of rows) {
    await client.query(constraint ? `alter table ${table} drop constraint ${constraint}` : `drop index ${index}`)
  }
  await work()
  for (const { table, definition, constraint, constraint_definition } of rows) {
    await client.query(
      constraint ? `alter table ${table} add constraint ${constraint} ${constraint_definition}` : definition,
    )
  }
}
