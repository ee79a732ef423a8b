import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { CommandError } from '@portal/command/command'
import { repository } from '../../bundler/paths.ts'

/** The option of commands that build what they release. */
export const testOptions = {
  'no-tests': {
    type: 'boolean',
    about: 'releases remotes without running their tests; the registry and the page of releases say so',
  },
} as const

/** Runs the Vitest that is installed with this module in the repository. Returns its exit code. */
export function runVitest(args: readonly string[]): number {
  const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
  const options = { cwd: repository, env: withoutReleaseSecrets(process.env), stdio: 'inherit' } as const
  const { status } = spawnSync(process.execPath, [vitest, ...args], options)
  return status ?? 1
}

/** The code of tests and of their packages must not read the signing key or the secrets of the release stores. */
export function withoutReleaseSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(RELEASE|FROM_)/.test(name)))
}

/** Runs the tests of remotes of this working copy. @throws CommandError when one of them fails */
export function requirePassingTests(remotes: readonly string[]): void {
  if (remotes.length === 0) return
  const folders = remotes.map((name) => `${name}/`)
  if (runVitest(['run', '--passWithNoTests', ...folders]) === 0) return
  throw new CommandError(`Refused: tests of ${remotes.join(', ')} fail. --no-tests releases without them`)
}
