import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, inject } from 'vitest'
import { type Connection, connect } from '../connect.ts'
import { withClient } from '../connect-client.ts'
import { databaseUrl, templateDatabase } from './test-cluster.ts'

/** `url`: of the owner. `applicationUrl`: of the role that the application signs in with. */
export type TestDatabase = Connection & { url: string; applicationUrl: string; drop(): Promise<void> }

/** The database that the tests of a file share, from their first hook on. */
export function sharedDatabase(): TestDatabase {
  const database = {} as TestDatabase
  beforeAll(async () => void Object.assign(database, await createTestDatabase()))
  afterAll(() => database.drop())
  return database
}

/** Creates a migrated database with the rows of the migrations only; the connection has the application's rights. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url, applicationUrl, drop } = await createEmptyDatabase(templateDatabase)
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

/** Creates a database, which is not migrated unless it copies one that is. */
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
