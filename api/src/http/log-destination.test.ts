import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** Starts a process that logs all the time, and reports on request how many lines it has dropped. */
function startLogging(destination: string, stdout: 'pipe' | number) {
  const program = `
    import { logToFile, logToOutput } from '${new URL('log-destination.ts', import.meta.url).href}'
    process.stdout.on('error', () => {})
    const log = ${destination}
    setInterval(() => { for (let line = 0; line < 100; line++) log.write('{"msg":"${'x'.repeat(200)}"}\\n') }, 1)
    process.on('message', () => process.send(log.dropped()))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', stdout, 'inherit', 'ipc'],
  })
  children.push(child)
  return {
    child,
    async dropped(): Promise<number> {
      child.send('dropped')
      const [count] = await once(child, 'message')
      return count
    },
  }
}

test.each([
  ['a pipe that is not read', 'logToOutput()', () => 'pipe' as const],
  ['an output on a full disk', 'logToOutput()', () => openSync('/dev/full', 'w')],
  ['a file on a full disk', `logToFile('/dev/full')`, () => 'pipe' as const],
])('%s: lines are dropped and counted, and the process goes on', async (_, destination, output) => {
  const { dropped } = startLogging(destination, output())
  await expect.poll(dropped).toBeGreaterThan(0)
  const soFar = await dropped()
  await expect.poll(dropped).toBeGreaterThan(soFar)
})

test('lines are dropped and counted when the reader has gone, and the process continues', async () => {
  const { child, dropped } = startLogging('logToOutput()', 'pipe')
  await once(child.stdout ?? child, 'readable')
  child.stdout?.destroy()
  await expect.poll(dropped).toBeGreaterThan(0)
})

test('a reader that reads again learns how many lines were dropped', async () => {
  const { child, dropped } = startLogging('logToOutput()', 'pipe')
  await expect.poll(dropped).toBeGreaterThan(0)
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await expect
    .poll(() => output)
    .toMatch(/\n\{"level":40,"time":"[^"]+","count":\d+,"msg":"log lines were dropped"\}\n/)
})

test('lines that were written before the end of the process are in the file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-log-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'portal.log')
  const program = `
    import { logToFile } from '${new URL('log-destination.ts', import.meta.url).href}'
    const log = logToFile('${file}')
    for (let line = 0; line < 1000; line++) log.write(line + '\\n')
    process.exit(0)`
  await once(spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' }), 'exit')
  expect((await readFile(file, 'utf8')).trim().split('\n')).toEqual(
    Array.from({ length: 1000 }, (_, line) => String(line)),
  )
})
