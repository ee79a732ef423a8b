import { join, resolve } from 'node:path'
import { CommandError, type Running, say } from '@portal/command/command'
import { freePort } from '@portal/command/free-ports'
import { programOf } from '@portal/command/program'
import { sendLoad } from '../drills/load.ts'
import { serviceToken, startDatabase } from '../drills/portal.ts'
import { requestsOfShift } from '../drills/shift.ts'
import { processorMs } from './processes.ts'

const PAIRS = 9
const SECONDS = 5
const CONNECTIONS = 32

type Api = Awaited<ReturnType<typeof startApi>>

/**
 * Compares what one process of the API serves with another working copy, whose dependencies are installed: both run,
 * and are measured in turn.
 */
export async function capacity(running: Running, [folder]: readonly string[]): Promise<void> {
  if (!folder) throw new CommandError('Name the folder of the other working copy')
  const before = await startApi(running, resolve(folder))
  const now = await startApi(running, join(import.meta.dirname, '../..'))
  // The first seconds measure the compiler.
  for (const api of [before, now, before, now]) await measure(running, api)

  const rates: number[] = []
  const costs: number[] = []
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const [first, second] = pair % 2 === 0 ? [before, now] : [now, before]
    const [a, b] = [await measure(running, first), await measure(running, second)]
    const [old, fresh] = first === before ? [a, b] : [b, a]
    rates.push(fresh.rate / old.rate)
    costs.push(fresh.cpuMs / old.cpuMs)
    say(
      `${old.rate.toFixed(0)} → ${fresh.rate.toFixed(0)} requests a second, ` +
        `${old.cpuMs.toFixed(3)} → ${fresh.cpuMs.toFixed(3)} ms of processor time each`,
    )
  }
  say(`Requests a second: ${described(rates)}; processor time of a request: ${described(costs)}`)
}

async function startApi(running: Running, copy: string) {
  const { url, database } = await startDatabase(running)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const api = programOf({
    command: process.execPath,
    args: [join(copy, 'api/src/main.ts')],
    options: {
      cwd: copy,
      env: {
        ...process.env,
        PORT: String(port),
        DATABASE_URL: url,
        SERVICE_TOKEN: serviceToken,
        TIPS_RESTAURANT_HOUR_LIMIT: '1000000000',
        TIPS_SOURCE_HOUR_LIMIT: '1000000000',
        DEMO_TIPS: 'off',
        LOG_LEVEL: 'info',
      },
      // Reading the log would take time from what is measured.
      stdio: ['ignore', 'ignore', 'inherit'],
    },
    isReady: async () => (await fetch(`${origin}/readyz`)).ok,
  })
  running.started({ stop: () => api.end('SIGTERM') })
  await api.start()
  return { port, pid: api.pid(), requests: await requestsOfShift({ origin, database }) }
}

/** Returns the requests a second, and the milliseconds of processor time for each. */
async function measure(running: Running, { port, pid, requests }: Api) {
  const before = await processorMs(pid)
  const load = { port, requests, seconds: SECONDS, arrivals: { connections: CONNECTIONS } }
  const { latencies } = await sendLoad(running, load)
  const served = Object.values(latencies).flat().length
  const isServed = Object.keys(latencies).every((status) => Number(status) >= 200 && Number(status) < 300)
  if (!isServed) throw new Error(`Not all were served: ${Object.keys(latencies).join(', ')}`)
  return { rate: served / SECONDS, cpuMs: ((await processorMs(pid)) - before) / served }
}

/** Returns the median, the smallest and the largest ratio as percentages. */
function described(ratios: readonly number[]): string {
  const sorted = ratios.toSorted((a, b) => a - b)
  const percent = (ratio = 1) => `${ratio < 1 ? '−' : '+'}${Math.abs((ratio - 1) * 100).toFixed(1)} %`
  return `${percent(sorted[Math.floor(sorted.length / 2)])} (${percent(sorted[0])} to ${percent(sorted.at(-1))})`
}
