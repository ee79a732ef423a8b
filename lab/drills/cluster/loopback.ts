import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asUser, kill, type StartMachines } from './network.ts'

/**
 * Machines that are addresses of this one: they need no rights, and have no cable. Linux responds at each 127.x.y.z.
 */
export const startLoopback: StartMachines = async (running, names, folder) => {
  const id = process.pid % 65_536
  const machines = names.map((name, index) => {
    const hasNoCable = () => Promise.reject(new Error(`${name} has no cable`))
    return {
      name,
      address: `127.${64 + (id >> 14)}.${(id >> 6) & 255}.${((id & 63) << 2) + index}`,
      command: (program: string, args: readonly string[]) => {
        const [command = program, ...rest] = [...asUser, program, ...args]
        return { command, args: rest }
      },
      processes: () => findProcesses(`${join(folder, name)}/`),
      disconnect: hasNoCable,
      isolate: hasNoCable,
      connect: hasNoCable,
    }
  })
  running.started({
    async stop() {
      for (const { processes } of machines) for (const pid of await processes()) kill(pid, 'SIGKILL')
    },
  })
  return machines
}

/** Returns the processes with this text in their command line, and their children: PostgreSQL's own do not have it. */
async function findProcesses(text: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  const all = await Promise.all(
    pids.map(async (pid) => {
      const [line, stat] = await Promise.all(
        ['cmdline', 'stat'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      )
      // “12 (name) S 34 …”: the state, and the id of the parent. A name may have spaces and brackets.
      const [, parent] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
      return { pid, parent: Number(parent), line: line ?? '' }
    }),
  )
  const own = new Set(all.filter(({ line }) => line.includes(text)).map(({ pid }) => pid))
  return all.filter(({ pid, parent }) => own.has(pid) || own.has(parent)).map(({ pid }) => pid)
}
