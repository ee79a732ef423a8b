import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import { withClient } from '../connect-client.ts'
import { databaseUrl, templateDatabase } from './test-cluster.ts'

/**
 * `url` is for the owner, `applicationUrl` for the role that the application signs in with. Its connections wait longer
 * for locks than those of the API do: on a slow machine many writers of a test wait for each other.
 */
export type TestDatabase = Connection & { url: string; applicationUrl: string; drop(): Promise<void> }

/** The database that all tests of a file share. It is created by the first hook. */
export function sharedDatabase(): TestDatabase {
  const database = {} as TestDatabase
  beforeAll(async () => void Object.assign(database, await createTestDatabase()))
  afterAll(() => database.drop())
  return database
}

/** Creates a migrated database without other rows. The connection has the application's rights. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, applicationUrl: usual, drop } = await createEmptyDatabase(templateDatabase)
  const patient = new URL(usual)
  patient.searchParams.set('lock_timeout', '20000')
  const applicationUrl = patient.href
  const connection = connect(applicationUrl)
  return {
    ...connection,
    url,
    applicationUrl,
    async drop() {
      await connection.close()
      await drop()
    },
  }
}

/** Creates a database. It is migrated only if it is a copy of a migrated one. */
export async function createEmptyDatabase(
  template = 'template0',
): Promise<Pick<TestDatabase, 'url' | 'applicationUrl' | 'drop'>> {
  const cluster = inject('cluster')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(cluster, `create database ${name} template ${template} strategy file_copy`)
  return {
    url: databaseUrl(cluster, name),
    applicationUrl: databaseUrl(inject('applicationCluster'), name),
    drop: () => administer(cluster, `drop database ${name} with (force)`),
  }
}

async function administer(url: string, statement: string): Promise<void> {
  await withClient(url, (client) => client.query(statement))
}
