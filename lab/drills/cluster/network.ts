import type { Running } from '@portal/command/command'
import { runForOutcome, runToEnd } from '@portal/command/program'

/** A machine of its own to whatever runs in it: an address, and a cable that can be pulled. */
export type Machine = {
  name: string
  address: string
  /** Returns the command that runs a program there, as a user that owns nothing. */
  command(program: string, args: readonly string[]): { command: string; args: string[] }
  /** The ids of all processes there. */
  processes(): Promise<number[]>
  /** Pulls the cable: packets are lost, and no connection ends. */
  disconnect(): Promise<void>
  /** The other machines cannot be reached any more, and this process can. */
  isolate(): Promise<void>
  /** Ends both. */
  connect(): Promise<void>
}

/** The user `nobody`: PostgreSQL does not run as root. */
const user = '65534'

/** The beginning of each command: as root, as a user that owns nothing. */
export const asUser =
  process.getuid?.() === 0 ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'] : []

/** How a cluster gets its machines. What they do is in a folder of their name below `folder`. */
export type StartMachines = (running: Running, names: readonly string[], folder: string) => Promise<Machine[]>

/** Connects network namespaces by a bridge; needs root. They are removed at the end, with all that runs in them. */
export const startNetwork: StartMachines = async (running, names) => {
  const id = process.pid % 65_536
  const prefix = `10.${200 + (id >> 14)}.${(id >> 6) & 255}`
  const bridge = `portal${id}`
  const ip = (...args: string[]) => runToEnd('ip', args)
  await ip('link', 'add', bridge, 'type', 'bridge')
  running.started({ stop: () => ip('link', 'del', bridge) })
  await ip('addr', 'add', `${prefix}.1/24`, 'dev', bridge)
  await ip('link', 'set', bridge, 'up')

  const machines: Machine[] = []
  const memberAddress = (index: number) => `${prefix}.${11 + index}`
  for (const [index, name] of names.entries()) {
    const namespace = `${bridge}-${name}`
    const [cable, plug] = [`p${id}c${index}`, `p${id}p${index}`]
    const inside = (...args: string[]) => ip('-n', namespace, ...args)
    const others = names.map((_, other) => memberAddress(other)).filter((_, other) => other !== index)
    const processes = async () => {
      const { output } = await runForOutcome('ip', ['netns', 'pids', namespace])
      return output.split(/\s+/).filter(Boolean).map(Number)
    }
    await ip('netns', 'add', namespace)
    running.started({
      async stop() {
        for (const pid of await processes()) kill(pid, 'SIGKILL')
        await ip('netns', 'del', namespace)
      },
    })
    await ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', plug, 'netns', namespace)
    await ip('link', 'set', cable, 'master', bridge, 'up')
    await inside('link', 'set', 'lo', 'up')
    await inside('addr', 'add', `${memberAddress(index)}/24`, 'dev', plug)
    await inside('link', 'set', plug, 'up')
    machines.push({
      name,
      address: memberAddress(index),
      command: (program, args) => ({
        command: 'ip',
        args: ['netns', 'exec', namespace, ...asUser, program, ...args],
      }),
      processes,
      disconnect: () => ip('link', 'set', cable, 'down'),
      async isolate() {
        for (const other of others) await inside('route', 'replace', 'blackhole', other)
      },
      async connect() {
        await ip('link', 'set', cable, 'up')
        for (const other of others) await runForOutcome('ip', ['-n', namespace, 'route', 'del', 'blackhole', other])
      },
    })
  }
  return machines
}

/** A process that has ended meanwhile is ignored. */
export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {}
}
