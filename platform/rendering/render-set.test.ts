import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { toIntegrity } from '../bundler/release.ts'
import type { ServerFile } from './messages.ts'
import type { RenderFailure } from './render-process.ts'
import { RenderSet } from './render-set.ts'
import { shellCode } from './testing/sample-bundles.ts'

const run = promisify(execFile)

test('reports a process that the system does not start, and tries again', async () => {
  const failures: RenderFailure[] = []
  // Linux accepts no argument of this length, so `spawn` throws.
  const shell = { name: 'shell', path: 'x'.repeat(200_000), integrity: '' }
  const set = new RenderSet([shell], {
    count: 1,
    loadLimitMs: 60_000,
    waitMs: 0,
    onFailure: (failure) => failures.push(failure),
    log: () => {},
  })
  onTestFinished(() => set.close())
  await set.ready
  await expect.poll(() => failures.length).toBeGreaterThan(1)
  expect(failures[0]).toMatchObject({ reason: 'ended', source: 'shell', message: expect.stringContaining('E2BIG') })
})

/**
 * Starts the set of processes while no file can be opened. Prints the failures until a process has loaded its bundles.
 */
const withoutDescriptors = (shell: ServerFile) => `
  import { closeSync, openSync } from 'node:fs'
  import { RenderSet } from ${JSON.stringify(join(import.meta.dirname, 'render-set.ts'))}
  const opened = []
  try {
    for (;;) opened.push(openSync('/dev/null'))
  } catch {}
  const set = new RenderSet([${JSON.stringify(shell)}], {
    count: 1,
    loadLimitMs: 60_000,
    waitMs: 60_000,
    onFailure: ({ reason, source, message }) => console.log(reason, source, message),
    log() {},
  })
  for (const one of opened) closeSync(one)
  if (await set.take()) console.log('loaded')
  await set.close()`

test('starts a process once there are file descriptors again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'render-set-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'server.js')
  writeFileSync(path, shellCode)
  const script = withoutDescriptors({ name: 'shell', path, integrity: toIntegrity(shellCode) })
  const node = [process.execPath, '--input-type=module', '-e', script]
  const { stdout } = await run('/bin/sh', ['-c', 'ulimit -n 64; exec "$@"', 'sh', ...node])
  expect(stdout).toBe('ended shell The process was not started: there are too many open files\nloaded\n')
})
