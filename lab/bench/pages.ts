import { readdir, readFile } from 'node:fs/promises'
import { type Running, say } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import { rawRequest, sendLoad } from '../drills/load.ts'
import type { Load, LoadResult } from '../drills/load-generator.ts'
import { type DrillPortal, startPortal } from '../drills/portal.ts'
import { signIn } from '../drills/shift.ts'
import { pagePaths } from './rendering/visit.ts'

const USERS = 40
const CONNECTIONS = 8
const SECONDS = 8
const WARM_UP_SECONDS = 10
/** The head of a page that began to be rendered has this line, and that of a frame has `no-cache`. */
const RENDERED = 'cache-control: no-store'
/** The clock of /proc, which is always this one on Linux. */
const TICKS_PER_SECOND = 100

/**
 * Measures what a page costs that is rendered on the server: milliseconds of the portal's processor time, memory, and
 * pages a second. PostgreSQL and the generator of the load use the same processor.
 */
export async function pages(running: Running): Promise<void> {
  // Each user has an address, because one address may have only some pages in progress.
  const portal = await startPortal(running, { env: { TRUST_PROXY: '127.0.0.1' } })
  const users = await Promise.all(Array.from({ length: USERS }, () => signIn(portal)))
  const requests = (paths: readonly string[]) =>
    users.flatMap(({ session }, user) => paths.map((path) => pageRequest(path, session, user)))
  const load = { port: portal.port, seconds: SECONDS, arrivals: { connections: CONNECTIONS }, counted: RENDERED }
  // The compiler optimizes the code meanwhile.
  await sendLoad(running, { ...load, seconds: WARM_UP_SECONDS, requests: requests(pagePaths) })
  for (const paths of [...pagePaths.map((path) => [path]), pagePaths]) {
    await measure(running, portal, { ...load, requests: requests(paths) }, paths.join(' '))
  }
  for (const pid of await renderProcesses(portal.pid())) {
    const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    say(`A process that renders takes ${(Number(kilobytes) / 1_024).toFixed(0)} MB of memory`)
  }
}

function pageRequest(path: string, session: string, user: number): string {
  return rawRequest('GET', path, {
    cookie: `session=${session}`,
    accept: 'text/html',
    'accept-encoding': 'gzip, deflate, br, zstd',
    'sec-fetch-dest': 'document',
    'sec-fetch-mode': 'navigate',
    'x-forwarded-for': `203.0.113.${user}`,
  })
}

async function measure(running: Running, portal: DrillPortal, load: Load, name: string): Promise<void> {
  const [main = 0, ...renderers] = [Number(portal.pid()), ...(await renderProcesses(portal.pid()))]
  const processorTime = async () => ({ main: await processorMs([main]), renderers: await processorMs(renderers) })
  const before = await processorTime()
  const result = await sendLoad(running, load)
  const after = await processorTime()
  const served = result.latencies[200] ?? []
  const perPage = (kind: 'main' | 'renderers') => ((after[kind] - before[kind]) / served.length).toFixed(1)
  say(
    `${name.padEnd(18)} ${perPage('main')} ms in the portal's process, ${perPage('renderers')} ms in those that render, ` +
      `${(served.length / load.seconds).toFixed(0)} pages a second, median ${percentile(served, 0.5).toFixed(0)} ms, ` +
      `${unrendered(result)} not rendered`,
  )
}

function unrendered({ latencies, counted }: LoadResult): number {
  return Object.values(latencies).flat().length - counted
}

/** Returns the milliseconds of processor time that processes have taken. */
async function processorMs(pids: readonly number[]): Promise<number> {
  const times = pids.map(async (pid) => {
    const [user, system] = (await statFields(pid)).slice(11)
    return ((Number(user) + Number(system)) / TICKS_PER_SECOND) * 1_000
  })
  return (await Promise.all(times)).reduce((sum, ms) => sum + ms, 0)
}

/** Returns the processes of a portal that render pages. */
async function renderProcesses(portal: number | undefined): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    // Other processes end meanwhile.
    const parent = Number((await statFields(Number(name)).catch(() => []))[1])
    const commandLine = parent === portal ? await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '') : ''
    if (commandLine.includes('rendering/process.ts')) found.push(Number(name))
  }
  return found
}

/** Returns the fields of `/proc/…/stat` from the state on: the name of the program before it may contain blanks. */
async function statFields(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
