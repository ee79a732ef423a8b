import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Connection, connect } from './connect.ts'
import { databaseUrl, templateDatabase } from './test-cluster.ts'

export type TestDatabase = Connection & { url: string; drop(): Promise<void> }

/** A migrated database of its own, empty but for what migrations insert; the connection has the application's rights. */
export async function testDatabase(): Promise<TestDatabase> {
  const { url, drop } = await emptyDatabase(templateDatabase)
  const connection = connect(url)
  return {
    ...connection,
    url,
    async drop() {
      await connection.close()
      await drop()
    },
  }
}

/** Not migrated, unless it copies one that is. */
export async function emptyDatabase(template = 'template0'): Promise<{ url: string; drop(): Promise<void> }> {
  const cluster = inject('cluster')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(cluster, `create database ${name} template ${template}`)
  return { url: databaseUrl(cluster, name), drop: () => administer(cluster, `drop database ${name} with (force)`) }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
