import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CommandError } from '@portal/command/command'
import { requireSigningKey } from '../read-only.ts'
import { checksPassed, type Registry } from '../registry.ts'
import { changeRegistry, readRegistry } from '../releases.ts'
import type { ReleaseStore } from '../stores/store.ts'
import { readActor } from './read-source.ts'

/** `command` runs Playwright in `folder`. */
type Runner = { command: readonly [string, ...string[]]; folder: string }

/**
 * Runs the tests that the canary of a remote must pass, in browsers that get it at the portal `origin`. Records in the
 * registry that they have passed, and returns the registry.
 * @throws CommandError when there are no tests, or a test fails or cannot run;
 * Error when the canary or its checks have changed meanwhile
 */
export async function checkCanary(
  store: ReleaseStore,
  name: string,
  origin: string,
  { command: [program, ...args], folder }: Runner,
): Promise<Registry> {
  await requireSigningKey(store, [name])
  const canary = (await readRegistry(store)).names[name]?.canary
  if (!canary?.checks)
    throw new CommandError(`${name} has no canary with checks: release:canary --checked-by starts one`)
  const { version, checks } = canary
  const tests = spawn(program, [...args, '--grep', checks.grep], {
    cwd: folder,
    // A test that is skipped for want of an account has not passed.
    env: { ...process.env, E2E_PORTAL: origin, E2E_RELEASE: `${name}@${version}`, E2E_SKIP: 'no' },
    stdio: 'inherit',
  })
  const [code] = await once(tests, 'close')
  if (code !== 0) throw new CommandError(`${name} ${version} has not passed ${checks.grep} at ${origin}`)
  const passed = { at: new Date().toISOString(), origin }
  const action = { reason: `checks ${name} ${version}`, by: readActor(process.env) }
  return changeRegistry(store, action, (names) => checksPassed(names, name, version, { grep: checks.grep, passed }))
}
