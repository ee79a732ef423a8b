import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePorts } from './free-ports.ts'
import { runForOutcome } from './program.ts'

test('no port is returned twice while its process runs, although nothing listens on it yet', async () => {
  // A child process holds so many ports that a random choice would repeat some of them.
  const program = `import { freePorts } from '${import.meta.resolve('./free-ports.ts')}'
    console.log(JSON.stringify(await freePorts(500)))`
  const { code, output } = await runForOutcome(process.execPath, ['--input-type=module', '-e', program])
  expect(code, output).toBe(0)
  expect(new Set(JSON.parse(output))).toHaveProperty('size', 500)
})

test('programs can listen on the ports', async () => {
  const ports = await freePorts(2)
  const servers = await Promise.all(
    ports.map(
      (port) =>
        new Promise<ReturnType<typeof createServer>>((resolve, reject) => {
          const server = createServer().once('error', reject)
          server.listen(port, '127.0.0.1', () => resolve(server))
        }),
    ),
  )
  for (const server of servers) server.close()
})
