import { connect } from 'node:net'

const RESPONSE_TIMEOUT_MS = 30_000

/** Sends a request on a new connection. Returns a problem if it gets a 5xx, or neither a response nor a close. */
export function findProblem(port: number, request: string, isLeaving: boolean): Promise<string | undefined> {
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
      const status = parseStatus(text)
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
function parseStatus(text: string): number | undefined {
  const [final] = text.split(/^HTTP\/1\.1 1\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n/).slice(-1)
  if (!final?.includes('\r\n\r\n')) return undefined
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(final)?.[1] ?? 599)
}
