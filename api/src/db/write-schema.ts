import { writeFile } from 'node:fs/promises'
import { runCommand, temporaryFolder } from '@portal/command/command'
import { connect } from './connect.ts'
import { startEmbedded } from './embedded.ts'
import { describeSchema, schemaFile } from './generate-schema.ts'
import { migrate } from './migrate.ts'

const command = {
  name: 'write-schema',
  isProgram: true,
  about: 'Updates the types of the tables after a new migration.',
}

await runCommand(command, async (_, running) => {
  const { started } = running
  const server = started(await startEmbedded(await temporaryFolder(running, 'schema'), { fsync: 'off' }))
  await migrate(server.url)
  const { pool, close } = connect(server.url)
  started({ stop: close })
  await writeFile(schemaFile, await describeSchema(pool))
})
