import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const file = join(import.meta.dirname, 'command.ts')

/** A command with that work, which has `say`, `started` and `interrupted`, as a process of its own. */
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

test('work that comes to its end: what was started is stopped, the last first', async () => {
  expect(await start("say('done')").said()).toEqual([`done\n${stopped}`, '', [0, null]])
})

test('work that fails: one line, exit code 1, and what was started is stopped', async () => {
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

test('a server ends by a signal, that of Ctrl+C coming from the terminal and from npm, with exit code 0', async () => {
  const { child, said } = start("say('serving'); setInterval(() => {}, 1000); await interrupted()")
  await once(child.stdout, 'readable')
  child.kill('SIGINT')
  child.kill('SIGINT')
  expect(await said()).toEqual([`serving\n${stopped}`, '', [0, null]])
})

test('a reader that has read enough ends the command without a word', async () => {
  const { child } = start("setInterval(() => say('more'), 1)\nawait new Promise(() => {})")
  await once(child.stdout, 'readable')
  child.stdout.destroy()
  const errors = await Promise.all([text(child.stderr), once(child, 'close')])
  expect(errors).toEqual(['', [143, null]])
})

test('an option that is not declared: its usage, exit code 2, and nothing is started', async () => {
  const [out, error, code] = await start("say('started')", ['--nonsense']).said()
  expect([out, code]).toEqual(['', [2, null]])
  expect(error).toMatch(/^Unknown option '--nonsense'\n\nUsage: npm run trial\n/)
})
