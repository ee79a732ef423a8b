import { connect } from 'node:net'
import { hostileRequest } from './hostile-requests.ts'

const RESPONSE_TIMEOUT_MS = 30_000
const CONCURRENCY = 64
/** One of this many clients disconnects after sending its request. */
const LEAVING_INTERVAL = 10

/** The seed of one request: `7 431` is the request 431 of the seed 7. */
export type Failure = { seed: string; problem: string; request: string }

/** Sends `calls` requests, each on a new connection. Returns those that get a 5xx, or neither a response nor a close. */
export async function runFuzz(port: number, { calls, seed }: { calls: number; seed: number }): Promise<Failure[]> {
  return await repeatSeeds(
    port,
    Array.from({ length: calls }, (_, n) => `${seed} ${n}`),
  )
}

/** Sends the requests of these seeds, such as those that failed before. */
export async function repeatSeeds(port: number, seeds: readonly string[]): Promise<Failure[]> {
  const failures: Failure[] = []
  const rest = [...seeds]
  async function client(): Promise<void> {
    for (let seed = rest.shift(); seed !== undefined; seed = rest.shift()) {
      const request = hostileRequest(seed)
      const isLeaving = rest.length % LEAVING_INTERVAL === 0
      const problem = await findProblem(port, request, isLeaving)
      if (problem) failures.push({ seed, problem, request: request.slice(0, 1_000) })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, client))
  return failures
}

function findProblem(port: number, request: string, isLeaving: boolean): Promise<string | undefined> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1')
    const timer = setTimeout(() => finish(`no response after ${RESPONSE_TIMEOUT_MS} ms`), RESPONSE_TIMEOUT_MS)
    function finish(problem?: string): void {
      clearTimeout(timer)
      socket.destroy()
      resolve(problem)
    }
    socket.setEncoding('latin1').on('data', (part: string) => {
      text += part
      const status = statusOf(text)
      if (status !== undefined) finish(status >= 500 ? text.slice(0, 1_000) : undefined)
    })
    socket.on('error', (error) =>
      finish('code' in error && error.code === 'ECONNREFUSED' ? 'nothing listens' : undefined),
    )
    socket.on('close', () => finish())
    socket.write(request, 'latin1', () => {
      if (isLeaving) finish()
    })
  })
}

/** Returns the status of the final response once its headers have arrived. */
function statusOf(text: string): number | undefined {
  const [final] = text.split(/^HTTP\/1\.1 1\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n/).slice(-1)
  if (!final?.includes('\r\n\r\n')) return undefined
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(final)?.[1] ?? 599)
}
