import { say } from '@portal/command/command'

/** Prints `  0.9 s  The database is up` when the work is done. */
export async function step<T>(done: string, work: Promise<T>): Promise<T> {
  const result = await work
  say(`${seconds()}  ${done}`)
  return result
}

/** Returns the time since the process started: `  12.3 s`. */
export function seconds(): string {
  return `${(performance.now() / 1000).toFixed(1).padStart(6)} s`
}

/** Prints the address and the accounts of a demo. */
export function greeting(origin: string): string {
  return `
Чаевые: ${origin}

Sign in with the password demo-Chaevye-1 as
  +7 900 000-00-01  Анна Смирнова, two restaurants, the default employee of «Берёзка»
  +7 900 000-00-02  Борис Ким, one restaurant
  +7 900 000-00-03  Вера Новикова, no tips yet
Invitation: ${origin}/i/DEMO-BEREZKA   Messages with codes: ${origin}/demo/sms
Stop with Ctrl+C.
`
}
