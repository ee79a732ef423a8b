import { readdir, readFile } from 'node:fs/promises'

/** The clock of /proc, always this one on Linux. */
const TICKS_PER_SECOND = 100

/** Returns the milliseconds of processor time that a process has taken. */
export async function processorMs(pid: number | undefined): Promise<number> {
  const [user, system] = (await readStat(pid)).slice(11)
  return ((Number(user) + Number(system)) / TICKS_PER_SECOND) * 1_000
}

/** Returns the processes of a portal that render pages. */
export async function renderProcesses(portal: number | undefined): Promise<number[]> {
  const found: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    // Others end meanwhile.
    const parent = Number((await readStat(Number(name)).catch(() => []))[1])
    const commandLine = parent === portal ? await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '') : ''
    if (commandLine.includes('rendering/process.ts')) found.push(Number(name))
  }
  return found
}

/** Returns the memory of a process in MB: `rss` with all that it shares with others, `pss` with its part of that. */
export async function memoryMb(pid: number): Promise<{ rss: number; pss: number }> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1_024
  return { rss: read('Rss'), pss: read('Pss') }
}

/** The fields of `/proc/…/stat` from the state on: the name of the program before it may contain blanks. */
async function readStat(pid: number | undefined): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
