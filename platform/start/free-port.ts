import { once } from 'node:events'
import { createServer } from 'node:net'
import { StartFailure } from '@portal/api/start-failure'

/** @throws StartFailure before anything long is done for a portal that could not listen */
export async function requireFreePort(host: string, port: number): Promise<void> {
  // A browser may understand `localhost` either way, and would then see somebody else's page.
  const hosts = host === '127.0.0.1' ? [host, '::1'] : [host]
  for (const address of hosts) {
    const problem = await listenOnce(address, port)
    if (problem === 'EADDRINUSE') throw new StartFailure(`port ${port} is taken; choose another with PORT=${port + 1}`)
    if (problem === 'EACCES') throw new StartFailure(`port ${port} needs more rights; choose another with PORT=3000`)
    if (problem && address === host) throw new StartFailure(`cannot listen on ${host}:${port} (${problem})`)
  }
}

/** Whether a server could listen there by either name of this machine. */
export async function isFreePort(port: number): Promise<boolean> {
  const problems = await Promise.all(['127.0.0.1', '::1'].map((address) => listenOnce(address, port)))
  return !problems.includes('EADDRINUSE')
}

/** The system's code of what is wrong, if anything. */
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
