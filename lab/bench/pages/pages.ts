import { type Running, say } from '@portal/command/command'
import { percentile } from '@portal/command/percentile'
import { sendLoad } from '../../drills/load.ts'
import type { Load, LoadResult } from '../../drills/load-generator.ts'
import { type DrillPortal, startPortal } from '../../drills/portal.ts'
import { memoryMb, processorMs, renderProcesses } from '../processes.ts'
import { requestsOfPages } from './requests.ts'

const CONNECTIONS = 8
const SECONDS = 10
const STEADY_SHARE = 0.8
const OVERLOAD_FACTOR = 5
/**
 * The header of a page whose rendering began. If the rendering is late, such a page ends with the frame. Other frames
 * have `no-cache`.
 */
const BEGUN = 'cache-control: no-store'

/**
 * Measures pages that the server renders: processor time and memory, pages a second, latency at 80 % of that load and
 * at five times of it. The generator of the load runs on the same machine.
 */
export async function pages(running: Running): Promise<void> {
  const portal = await startPortal(running, { env: { TRUST_PROXY: '127.0.0.1' } })
  const requests = await requestsOfPages(portal)
  const { port } = portal
  const closed = { port, seconds: SECONDS, arrivals: { connections: CONNECTIONS }, counted: BEGUN }
  // In the first seconds the compiler still optimizes the code.
  await sendLoad(running, { ...closed, requests: requests.pages })
  await sendLoad(running, { ...closed, requests: requests.reads, seconds: 5 })

  const rendered = await measure(running, portal, { ...closed, requests: requests.pages })
  const frames = await measure(running, portal, { ...closed, requests: requests.frames })
  const reads = await measure(running, portal, { ...closed, requests: requests.reads })
  const readsOfPage = requests.reads.length / requests.pages.length
  const readsMs = reads.portalMs * readsOfPage
  say(`A rendered page: ${(rendered.portalMs + rendered.renderMs).toFixed(1)} ms of processor time, PostgreSQL apart`)
  say(`  in the processes that render ${rendered.renderMs.toFixed(1)} ms`)
  say(
    `  in the portal's ${rendered.portalMs.toFixed(1)} ms, of which its ${readsOfPage.toFixed(1)} reads take ${readsMs.toFixed(1)} ms when a browser sends them`,
  )
  say(`A frame: ${frames.portalMs.toFixed(2)} ms`)
  say(`With ${CONNECTIONS} connections: ${describe(rendered.result)}`)
  say(`Frames alone: ${describe(frames.result)}`)
  for (const pid of await renderProcesses(portal.pid())) {
    const { rss, pss } = await memoryMb(pid)
    say(`A process that renders: RSS ${rss.toFixed(0)} MB, PSS ${pss.toFixed(0)} MB`)
  }

  const capacity = rate(rendered.result)
  for (const factor of [STEADY_SHARE, OVERLOAD_FACTOR]) {
    const arrivals = { rate: capacity * factor }
    const result = await sendLoad(running, { ...closed, arrivals, requests: requests.pages })
    say(`At ${factor} of that rate: ${describe(result)}, ${result.unsent} not sent`)
  }
}

/**
 * Sends a load. Returns the milliseconds of processor time for each response,
 * in the portal's process and in those that render.
 */
async function measure(running: Running, portal: DrillPortal, load: Load) {
  const renderers = await renderProcesses(portal.pid())
  const now = () => Promise.all([portal.pid(), ...renderers].map(processorMs))
  const before = await now()
  const result = await sendLoad(running, load)
  const [portalMs = 0, ...renderMs] = (await now()).map((ms, index) => (ms - (before[index] ?? 0)) / total(result))
  return { result, portalMs, renderMs: renderMs.reduce((sum, ms) => sum + ms, 0) }
}

function total({ latencies }: LoadResult): number {
  return Object.values(latencies).flat().length
}

function rate(result: LoadResult): number {
  return total(result) / SECONDS
}

function describe(result: LoadResult): string {
  const { counted, latencies } = result
  const served = latencies[200] ?? []
  const [p50, p99] = [0.5, 0.99].map((share) => `${percentile(served, share).toFixed(0)} ms`)
  const begun = (counted / served.length) * 100
  const others = total(result) - served.length
  return `${rate(result).toFixed(0)} a second, p50 ${p50}, p99 ${p99}, ${begun.toFixed(1)} % began to be rendered, ${others} errors`
}
