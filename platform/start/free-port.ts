import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartFailure } from '@portal/api/process/start-failure'

/** Checks the port before any long work. @throws StartFailure when it is in use */
export async function requireFreePort(host: string, port: number): Promise<void> {
  // A browser may resolve `localhost` either way, and would show the page of another server.
  const hosts = host === '127.0.0.1' ? [host, '::1'] : [host]
  for (const address of hosts) {
    const problem = await listenOnce(address, port)
    if (problem === 'EADDRINUSE') throw new StartFailure(`port ${port} is taken; choose another with PORT=${port + 1}`)
    if (problem === 'EACCES') throw new StartFailure(`port ${port} needs more rights; choose another with PORT=3000`)
    if (problem && address === host) throw new StartFailure(`cannot listen on ${host}:${port} (${problem})`)
  }
}

/** Returns whether a server can listen at both addresses of `localhost`. */
export async function isFreePort(port: number): Promise<boolean> {
  const problems = await Promise.all(['127.0.0.1', '::1'].map((address) => listenOnce(address, port)))
  return !problems.includes('EADDRINUSE')
}

/** Returns the error code of the system, or undefined. */
async function listenOnce(host: string, port: number): Promise<string | undefined> {
  const server = createServer()
  try {
    await once(server.listen({ host, port, exclusive: true }), 'listening')
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown'
  } finally {
    server.close()
  }
}
