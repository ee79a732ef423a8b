import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from './connect.ts'
import { startEmbedded } from './embedded.ts'
import { describeSchema, schemaFile } from './generate-schema.ts'
import { migrate } from './migrate.ts'

const folder = await mkdtemp(join(tmpdir(), 'portal-schema-'))
const server = await startEmbedded(folder, { fsync: 'off' })
try {
  await migrate(server.url)
  const { pool, close } = connect(server.url)
  await writeFile(schemaFile, await describeSchema(pool))
  await close()
} finally {
  await server.stop()
  await rm(folder, { recursive: true })
}
