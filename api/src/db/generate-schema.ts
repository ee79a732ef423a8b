import { fileURLToPath } from 'node:url'
import type pg from 'pg'

/** The file that `npm run generate -- schema` writes after a new migration. */
export const schemaFile = fileURLToPath(new URL('schema.ts', import.meta.url))

type Column = {
  schema: string
  table: string
  column: string
  type: string
  nullable: boolean
  generated: boolean
  always: boolean
  check: string | null
}

const columns = `
  select n.nspname as schema, c.relname as table, a.attname as column, t.typname as type,
    not a.attnotnull as nullable, a.atthasdef or a.attidentity <> '' as generated, a.attidentity = 'a' or a.attgenerated <> '' as always,
    (select pg_get_constraintdef(k.oid) from pg_constraint k
     where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
       and pg_get_constraintdef(k.oid) like '%ANY (ARRAY[%' limit 1) as check
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid
  join pg_namespace n on n.oid = c.relnamespace
  join pg_type t on t.oid = a.atttypid
  where c.relkind in ('r', 'v', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
    and n.nspname !~ '^(pg_|information_schema)' and c.relname <> 'migration'
  order by n.nspname <> 'public', n.nspname, c.relname, a.attnum`

/** A longer column (name and type together) is broken into several lines by the formatter. */
const MAX_UNION = 116

/** The types that the driver returns (see connect.ts). */
const typescript: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  jsonb: 'unknown',
  numeric: 'string',
  text: 'string',
  _text: 'string[]',
  timestamptz: 'Date',
  uuid: 'string',
}

/** Returns the source of schema.ts for a migrated database: the rows of tables as Kysely requires. */
export async function describeSchema(pool: Pick<pg.Pool, 'query'>): Promise<string> {
  const { rows } = await pool.query<Column>(columns)
  const tables = Map.groupBy(rows, ({ schema, table }) => (schema === 'public' ? table : `${schema}.${table}`))
  const types = [...tables].map(
    ([name, columns]) => `type ${typeName(name)} = {\n${columns.map((column) => `  ${field(column)}\n`).join('')}}\n`,
  )
  const database = [...tables.keys()].map((name) => `  ${name.includes('.') ? `'${name}'` : name}: ${typeName(name)}\n`)
  return [
    '// Generated from api/migrations by `npm run generate -- schema`; a test compares it with the database.',
    "import type { Generated, GeneratedAlways } from 'kysely'\n",
    ...types,
    `export type Database = {\n${database.join('')}}\n`,
  ].join('\n')
}

/** `payout_event` → `PayoutEventRow` */
function typeName(table: string): string {
  return `${table.replace(/(?:^|[_.])(\w)/g, (_, letter: string) => letter.toUpperCase())}Row`
}

function field({ column, type, nullable, generated, always, check }: Column): string {
  const base = check ? union(check) : typescript[type]
  if (!base) throw new Error(`Column ${column}: no TypeScript type for ${type}`)
  const value = nullable && base !== 'unknown' ? `${base} | null` : base
  if (always) return `${column}: GeneratedAlways<${value}>`
  if (generated) return `${column}: Generated<${value}>`
  return column.length + value.length > MAX_UNION
    ? `${column}:\n    | ${value.replaceAll(' | ', '\n    | ')}`
    : `${column}: ${value}`
}

/** `CHECK ((kind = ANY (ARRAY['wallet'::text, 'system'::text])))` → `'wallet' | 'system'` */
function union(check: string): string {
  return [...check.matchAll(/'([^']*)'::text/g)].map(([, word]) => `'${word}'`).join(' | ')
}
