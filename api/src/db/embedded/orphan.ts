import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedError } from './binaries.ts'

/** Another running portal uses the data folder. */
export class DataInUse extends EmbeddedError {
  constructor(supervisor: number) {
    super(`the data folder is in use by another portal (process ${supervisor}); stop it first`)
  }
}

/**
 * Stops a PostgreSQL on `data` whose portal was killed. It has no clients, and a fast shutdown loses no committed data.
 * @throws DataInUse if the portal that started it still runs
 */
export async function stopOrphan(data: string, supervisorFile: string): Promise<void> {
  const postmasterFile = join(data, 'postmaster.pid')
  const pid = await firstNumber(postmasterFile)
  if (pid === null || !(await isPostgresOn(data, pid))) return
  const supervisor = await firstNumber(supervisorFile)
  // A process whose parent was killed gets another parent, so a process id that was reused does not matter here.
  if (supervisor !== null && parentId(pid) === supervisor) {
    throw new DataInUse(supervisor)
  }
  for (const [signal, seconds] of [
    ['SIGINT', 10],
    ['SIGQUIT', 5],
  ] as const) {
    process.kill(pid, signal)
    for (let waited = 0; waited < seconds * 1000; waited += 20) {
      // PostgreSQL deletes the file last. Its process may remain as a zombie for a while.
      if ((await firstNumber(postmasterFile)) !== pid) return
      await delay(20)
    }
  }
  throw new EmbeddedError(
    `PostgreSQL of an earlier start (process ${pid}) does not stop; end this process, and start again`,
  )
}

async function firstNumber(file: string): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return Number.parseInt(text, 10) || null
}

/** Checks which program has the process id in postmaster.pid, because the system may have reused the id. */
async function isPostgresOn(data: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return ps(pid, 'command').includes(data)
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.split('\0').includes(data)
}

function parentId(pid: number): number {
  return process.platform === 'linux' ? parentInProc(pid) : Number(ps(pid, 'ppid'))
}

function parentInProc(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^PPid:\s*(\d+)/m.exec(status)?.[1])
}

function ps(pid: number, column: 'ppid' | 'command'): string {
  return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim()
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
