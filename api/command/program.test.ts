import { expect, test } from 'vitest'
import { createProgram, runForOutcome, runToEnd } from './program.ts'

const node = (source: string) => [process.execPath, ['--input-type=module', '-e', source]] as const

test('returns the exit code with what was written to both outputs', async () => {
  const outcome = await runForOutcome(...node("console.log('one'); console.error('two'); process.exitCode = 3"))
  expect(outcome.code).toBe(3)
  expect(outcome.output.split('\n').sort()).toEqual(['', 'one', 'two'])
})

test('returns no exit code for a program that does not exist', async () => {
  expect(await runForOutcome('no-such-program', [])).toEqual({ code: null, output: expect.stringContaining('ENOENT') })
})

test('throws the output of a program that fails', async () => {
  await expect(runToEnd(...node("console.log('because'); process.exitCode = 3"))).rejects.toThrow(
    /ended with 3:\nbecause\n$/,
  )
})

test('starts a program when it is ready, ends it with its exit code, and starts it again', async () => {
  const [command, args] = node(
    "process.on('SIGTERM', () => process.exit(5)); setInterval(() => {}, 1000); console.log('up')",
  )
  const program = createProgram({ command, args, isReady: (output) => output === 'up\n' })
  for (let round = 0; round < 2; round += 1) {
    await program.start()
    expect(program.isRunning()).toBe(true)
    expect(await program.end('SIGTERM')).toBe(5)
    expect(program.isRunning()).toBe(false)
  }
})

test('throws when a program does not exist', async () => {
  const program = createProgram({ command: 'no-such-program', args: [], isReady: () => false })
  await expect(program.start()).rejects.toThrow('ENOENT')
})

test('throws the output of a program that ends before it is ready', async () => {
  const [command, args] = node("console.log('because'); process.exitCode = 3")
  await expect(createProgram({ command, args, isReady: () => false }).start()).rejects.toThrow(
    /ends with 3 before it is ready:\nbecause\n$/,
  )
})
