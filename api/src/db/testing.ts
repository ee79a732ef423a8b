import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { inject } from 'vitest'
import { type Connection, connect } from './connect.ts'
import { migrate } from './migrate.ts'
import { databaseUrl, templateDatabase } from './test-cluster.ts'

/** `url`: of the owner. `applicationUrl`: of the role that the application signs in with. */
export type TestDatabase = Connection & { url: string; applicationUrl: string; drop(): Promise<void> }

/** Creates a migrated database with the rows of the migrations only; the connection has the application's rights. */
export async function testDatabase(): Promise<TestDatabase> {
  const { url, applicationUrl, drop } = await emptyDatabase(templateDatabase)
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
export async function emptyDatabase(
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

/** Migrates an empty database to the version before a migration, `0054`: as a portal left it that had none of the later ones. */
export async function migrateBefore(url: string, migration: string): Promise<void> {
  const all = new URL('../../migrations/', import.meta.url)
  const folder = await mkdtemp(join(tmpdir(), 'portal-migrations-'))
  const older = (await readdir(all)).filter((name) => name < migration)
  for (const name of older) await copyFile(new URL(name, all), join(folder, name))
  await migrate(url, pathToFileURL(`${folder}/`))
  await rm(folder, { recursive: true })
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
