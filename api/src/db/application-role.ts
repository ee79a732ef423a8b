import { createHash, createHmac } from 'node:crypto'
import type pg from 'pg'
import { withHost } from '../settings/production-settings.ts'
import { SettingsError } from '../settings/settings.ts'
import { withClient } from './connect-client.ts'

/**
 * Has the rights of the application; the roles that sign in are its members. See migrations/0077a_application_role.sql.
 */
export const applicationRole = 'portal_app'

/** The role of `DATABASE_URL` has too many or too few rights. */
export class RoleError extends Error {
  override readonly name = 'RoleError'
}

/**
 * The application's role must not be able to change the ledger, whatever statement is sent over its connection.
 * @throws RoleError with what to do
 */
export async function requireApplicationRole(url: string): Promise<void> {
  const { role, problem } = await withClient(url, examineRole)
  if (!problem) return
  throw new RoleError(
    `DATABASE_URL signs in as ${role}, which ${problem}. The API needs a role that owns nothing: create role portal_api ` +
      `login password '…' in role ${applicationRole}; then DATABASE_URL has portal_api, and MIGRATION_DATABASE_URL the ` +
      'owner of the tables (docs/postgresql.md)',
  )
}

/**
 * Returns the URL of a role for the application, for a demo that has only the URL of the owner. The first call creates
 * the role. Its password is derived from the owner's, so that all processes use the same role.
 */
export async function provideApplicationLogin(ownerUrl: string): Promise<string> {
  const login = await withClient(ownerUrl, async (client) => {
    const secret = client.password ?? ''
    const key = createHash('sha256').update(`${client.user}:${secret}`).digest()
    const name = `portal_api_${key.toString('hex').slice(0, 8)}`
    // If the server accepts the owner without a password, it has to accept this role without one, too.
    const password = secret ? createHmac('sha256', secret).update('application').digest('base64url') : ''
    await createRole(client, `create role ${applicationRole} nologin`)
    await createRole(
      client,
      `create role ${name} login ${password && `password '${password}'`} in role ${applicationRole}`,
    )
    return { name, password }
  })
  const url = new URL(withHost(ownerUrl))
  url.username = ''
  url.password = ''
  // As query parameters, because a URL with a socket instead of a host cannot contain a user.
  url.searchParams.set('user', login.name)
  if (login.password) url.searchParams.set('password', login.password)
  return url.href
}

/** Whether the role of `url` is a role for the application. */
export async function isApplicationLogin(url: string): Promise<boolean> {
  return !(await withClient(url, examineRole)).problem
}

/** Another process, or a portal in another database of the cluster, may have created the role. */
async function createRole(client: pg.Client, statement: string): Promise<void> {
  try {
    await client.query(statement)
  } catch (error) {
    const { code } = error as pg.DatabaseError
    if (code !== '42710' && code !== '23505') throw error
  }
}

/** Reads the rights of the signed-in role and of every role that it can become by `set role`. */
const rights = `
  with reachable as (
    select oid, rolname, rolsuper or rolcreaterole or rolreplication or rolbypassrls as powerful
    from pg_roles where pg_has_role(session_user, oid, 'member')
  )
  select session_user as role,
    (select rolname from reachable where powerful limit 1) as powerful,
    (select rolname from reachable where rolname in
      ('pg_write_all_data', 'pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program') limit 1) as predefined,
    (select r.rolname from reachable r join pg_shdepend d
      on d.refclassid = 'pg_authid'::regclass and d.refobjid = r.oid and d.deptype = 'o'
     where d.dbid in (0, (select oid from pg_database where datname = current_database())) limit 1) as owner,
    to_regrole('${applicationRole}') is not null
      and pg_has_role(session_user, to_regrole('${applicationRole}'), 'usage') as member`

type Rights = { role: string; powerful?: string; predefined?: string; owner?: string; member: boolean }

async function examineRole(client: pg.Client): Promise<{ role: string; problem: string | undefined }> {
  const { rows } = await client.query<Rights>(rights)
  const { role = '', powerful, predefined, owner, member } = rows[0] ?? ({} as Partial<Rights>)
  const become = (name: string) => (name === role ? '' : `can become ${name}, which `)
  if (powerful) return { role, problem: `${become(powerful)}is a superuser or may create roles` }
  if (predefined) return { role, problem: `has the rights of ${predefined}` }
  if (owner) return { role, problem: `${become(owner)}owns tables or the database` }
  return { role, problem: member ? undefined : `is no member of ${applicationRole}` }
}

/** The setting of commands that change tables, for their `--help`. */
export const ownerSettings = { MIGRATION_DATABASE_URL: 'the role that owns the tables' }

/** Returns the URL of the role that owns the tables. @throws SettingsError */
export function readOwnerUrl(): string {
  const { MIGRATION_DATABASE_URL: url } = process.env
  if (!url) throw new SettingsError('MIGRATION_DATABASE_URL is missing: the URL of the role that owns the tables')
  return url
}
