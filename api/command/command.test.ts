import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const file = join(import.meta.dirname, 'command.ts')

/** Starts a process with a command that does this work. The work may use `say`, `started` and `interrupted`. */
function start(work: string, args: string[] = []) {
  const source = `
    import { CommandError, runCommand, say } from ${JSON.stringify(file)}
    await runCommand({ name: 'trial', about: 'Tries.' }, async (read, { started, interrupted }) => {
      started({ stop: () => say('first stopped') })
      started({ stop: () => say('last stopped') })
      ${work}
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-', ...args])
  child.stdin.end(source)
  return { child, said: () => Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]) }
}

const stopped = 'last stopped\nfirst stopped\n'

test('stops what was started, the last first, when the work ends', async () => {
  expect(await start("say('done')").said()).toEqual([`done\n${stopped}`, '', [0, null]])
})

test('prints one line, exits with 1 and stops what was started when the work fails', async () => {
  expect(await start("throw new CommandError('There is no such remote')").said()).toEqual([
    stopped,
    'There is no such remote\n',
    [1, null],
  ])
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s in the middle of the work: what was started is stopped, exit code %i', async (signal, code) => {
  const { child, said } = start("say('working'); await new Promise(() => setInterval(() => {}, 1000))")
  await once(child.stdout, 'readable')
  child.kill(signal)
  expect(await said()).toEqual([`working\n${stopped}`, '', [code, null]])
})

test('ends a server with exit code 0 by a signal, also when Ctrl+C sends it twice', async () => {
  const { child, said } = start("say('serving'); setInterval(() => {}, 1000); await interrupted()")
  await once(child.stdout, 'readable')
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect(await said()).toEqual([`serving\n${stopped}`, '', [0, null]])
})

test('ends without a message when the reader of its output closes the pipe', async () => {
  const { child } = start("setInterval(() => say('more'), 1)\nawait new Promise(() => {})")
  await once(child.stdout, 'readable')
  child.stdout.destroy()
  const errors = await Promise.all([text(child.stderr), once(child, 'close')])
  expect(errors).toEqual(['', [143, null]])
})

test('prints the usage, exits with 2 and starts nothing for an undeclared option', async () => {
  const [out, error, code] = await start("say('started')", ['--nonsense']).said()
  expect([out, code]).toEqual(['', [2, null]])
  expect(error).toMatch(/^Unknown option '--nonsense'\n\nUsage: npm run trial\n/)
})
