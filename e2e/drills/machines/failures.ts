import { kill } from '../cluster/network.ts'
import type { Server, Site } from './site.ts'

/** How a machine fails, and how it comes back. */
export type Failure = {
  name: string
  lastsMs: number
  /** After the machine is back. */
  recoversMs: number
  /** Returns what ends it. */
  begin: (server: Server, site: Site) => Promise<() => Promise<void>>
}

/** A server that is back gets requests after the `fail_timeout` of nginx, which it counts in whole seconds. */
const USUAL_RECOVERY_MS = 4_000

const killed: Failure = {
  name: 'is killed',
  lastsMs: 5_000,
  recoversMs: USUAL_RECOVERY_MS,
  async begin(server) {
    for (const pid of await server.processes()) kill(pid, 'SIGKILL')
    return () => start(server)
  },
}

const frozen: Failure = {
  name: 'freezes',
  // Longer than nginx waits for a response.
  lastsMs: 15_000,
  recoversMs: USUAL_RECOVERY_MS,
  async begin(server) {
    const processes = await server.processes()
    for (const pid of processes) kill(pid, 'SIGSTOP')
    return async () => {
      for (const pid of processes) kill(pid, 'SIGCONT')
    }
  },
}

const cutOff: Failure = {
  name: 'is cut off',
  lastsMs: 8_000,
  // TCP sends again after twice as long each time, so connections that were cut off wait for as long again.
  recoversMs: 9_000,
  async begin(server) {
    await server.disconnect()
    return () => server.connect()
  },
}

const stopped: Failure = {
  name: 'is stopped',
  lastsMs: 5_000,
  recoversMs: USUAL_RECOVERY_MS,
  async begin(server) {
    for (const program of server.programs.toReversed()) await program.end('SIGTERM')
    return () => start(server)
  },
}

const garbage: Failure = {
  name: 'responds with garbage',
  lastsMs: 5_000,
  recoversMs: USUAL_RECOVERY_MS,
  async begin(server, { garbageBucket }) {
    for (const program of server.programs) await program.end('SIGKILL')
    await garbageBucket.start()
    return async () => {
      await garbageBucket.end('SIGKILL')
      await start(server)
    }
  },
}

export const failures: readonly Failure[] = [killed, frozen, cutOff, stopped]
export const failuresOfBucket: readonly Failure[] = [...failures, garbage]

/** Programs are stopped in the opposite order: keepalived gives the address away before nginx ends. */
async function start({ programs }: Server): Promise<void> {
  for (const program of programs) await program.start()
}
