import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Connection, connect } from './connect.ts'
import { databaseUrl, templateDatabase } from './test-cluster.ts'

export type TestDatabase = Connection & { url: string; drop(): Promise<void> }

/** A migrated database of its own, empty but for what migrations insert; the connection has the application's rights. */
export async function testDatabase(): Promise<TestDatabase> {
  const cluster = inject('cluster')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(cluster, `create database ${name} template ${templateDatabase}`)
  const url = databaseUrl(cluster, name)
  const connection = connect(url)
  return {
    ...connection,
    url,
    async drop() {
      await connection.close()
      await administer(cluster, `drop database ${name} with (force)`)
    },
  }
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
