import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '@portal/shared/command/command'
import { connect } from './connect.ts'
import { startEmbedded } from './embedded.ts'
import { describeSchema, schemaFile } from './generate-schema.ts'
import { migrate } from './migrate.ts'

const command = { name: 'schema', about: 'Updates the types of the tables after a new migration.' }

await runCommand(command, async (_, { started }) => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-schema-'))
  started({ stop: () => rm(folder, { recursive: true }) })
  const server = started(await startEmbedded(folder, { fsync: 'off' }))
  await migrate(server.url)
  const { pool, close } = connect(server.url)
  started({ stop: close })
  await writeFile(schemaFile, await describeSchema(pool))
})
