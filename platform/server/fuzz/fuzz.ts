import { join } from 'node:path'
import { openDatabase } from '@portal/api/db/open-database'
import { runApi } from '@portal/api/run-api'
import { readSettings } from '@portal/api/settings'
import { CommandError, runCommand, say } from '@portal/command/command'
import { temporaryFolder } from '@portal/command/temporary-folder'
import { buildAll } from '../../releases/build-all.ts'
import { createPortalServer } from '../portal-server.ts'
import { repeatSeeds, runFuzz } from './run-fuzz.ts'

const command = {
  name: 'fuzz:portal',
  about:
    'Sends hostile HTTP to a portal server of its own, with its API in the same process and in another. Prints each request that gets a 5xx or no response; exit code 1 then.',
  options: {
    calls: { type: 'string', value: '<number>', about: 'requests to each of the two; default: 100000' },
    seed: {
      type: 'string',
      value: '<number>',
      about: 'the same seed makes the same requests; default: a random one, which is printed',
    },
    repeat: { type: 'string', value: '<seed>', about: 'one request again, by the seed that was printed with it' },
  },
} as const

await runCommand(command, async ({ values }, running) => {
  const { started } = running
  const { calls = '100000', seed = String(Date.now() % 1_000_000), repeat } = values
  if (!/^\d{1,7}$/.test(calls) || !/^\d{1,9}$/.test(seed)) throw new CommandError('--calls and --seed are numbers')
  await buildAll(say)
  const folder = await temporaryFolder(running, 'fuzz')
  const settings = readSettings({ PORTAL_DATA: join(folder, 'data'), LOG_LEVEL: 'silent', DEMO_TIPS: 'off' })
  const database = started(await openDatabase(settings, folder))
  const api = await runApi(database, settings)
  started({ stop: api.close })
  const apart = await runApi(database, settings)
  started({ stop: apart.close })
  const apiUrl = await apart.app.listen({ host: '127.0.0.1', port: 0 })

  let count = 0
  for (const [place, options] of Object.entries({ 'in its process': { api: api.app }, apart: { apiUrl } })) {
    const portal = await createPortalServer({ ...options, previews: true, trustProxy: ['127.0.0.1'] })
    started({ stop: () => portal.close() })
    const { port } = new URL(await portal.listen({ host: '127.0.0.1', port: 0 }))
    const failures = repeat
      ? await repeatSeeds(Number(port), [repeat])
      : await runFuzz(Number(port), { calls: Number(calls), seed: Number(seed) })
    for (const { seed: failed, problem, request } of failures) say(`${problem}\n  ${request}\n  --repeat '${failed}'`)
    say(`API ${place}: ${failures.length === 0 ? 'holds' : `${failures.length} failed`}`)
    count += failures.length
  }
  say(`seed ${seed}: ${repeat ? 1 : calls} requests to each of two portal servers, ${count} failed`)
  if (count > 0) process.exitCode = 1
})
