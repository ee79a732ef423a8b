import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { CommandError, runCommand, say } from '@portal/command/command'
import { temporaryFolder } from '@portal/command/temporary-folder'
import { connect } from '../src/db/connect.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { runApi } from '../src/run-api.ts'
import { readSettings } from '../src/settings.ts'
import type { Operation } from './generate.ts'
import { operationsOf } from './openapi-operations.ts'
import { type Failure, repeatSeeds, runFuzz, tokensOf } from './run-fuzz.ts'

const command = {
  name: 'fuzz',
  about:
    'Sends hostile requests made from the OpenAPI document to an API of its own. Prints each that gets a 5xx, no response or one that is not declared; exit code 1 then.',
  options: {
    calls: { type: 'string', value: '<number>', about: 'requests of each operation; default: 10000' },
    seed: {
      type: 'string',
      value: '<number>',
      about: 'the same seed makes the same requests; default: a random one, which is printed',
    },
    route: {
      type: 'string',
      value: '<text>',
      about: 'only operations whose method and path have this in them: «GET /user/billing»',
    },
    repeat: { type: 'string', value: '<seed>', about: 'one request again, by the seed that was printed with it' },
  },
} as const

await runCommand(command, async ({ values }, running) => {
  const { started } = running
  const { calls = '10000', seed = String(Date.now() % 1_000_000), route = '', repeat } = values
  if (!/^\d{1,7}$/.test(calls) || !/^\d{1,9}$/.test(seed)) throw new CommandError('--calls and --seed are numbers')
  const folder = await temporaryFolder(running, 'fuzz')
  const settings = readSettings({
    PORTAL_DATA: join(folder, 'data'),
    LOG_LEVEL: 'silent',
    DEMO_TIPS: 'off',
    ADMIN_TOKEN: `fuzz:${randomUUID()}`,
  })
  const database = started(await openDatabase(settings, folder))
  const { app, close } = await runApi(database, settings)
  started({ stop: close })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const { db, close: disconnect } = connect(database.url, { max: 4 })
  started({ stop: disconnect })

  const target = { db, port: Number(port), tokens: tokensOf(settings) }
  const all = operationsOf((await app.inject('/api/v1/openapi.json')).json())
  const operations = all.filter(({ method, path }) => `${method} ${path}`.includes(route))
  if (operations.length === 0) throw new CommandError(`No operation has «${route}» in its method and path`)
  const report = (failures: readonly Failure[]) => {
    for (const { seed: failed, fault, request } of failures) say(`${fault}\n  ${request}\n  --repeat '${failed}'`)
  }
  let count = 0
  if (repeat) {
    const failures = await repeatSeeds(target, operations, [repeat])
    report(failures)
    count = failures.length
  } else {
    const onProgress = ({ method, path }: Operation, failures: readonly Failure[]) => {
      say(`${method} ${path}: ${failures.length === 0 ? 'holds' : `${failures.length} failed`}`)
      report(failures)
    }
    count = (await runFuzz(target, operations, { calls: Number(calls), seed: Number(seed), onProgress })).length
  }
  say(`seed ${seed}: ${operations.length} operations, ${repeat ? 1 : calls} requests each, ${count} failed`)
  if (count > 0) process.exitCode = 1
})
