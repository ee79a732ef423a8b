import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repository } from '@portal/platform/bundler/paths'
import { isShortLived } from '../../.ci/short-lived.ts'
import type { ReleasedName, ReleasedPortal } from './released-portal.ts'

/** The files that building and releasing a remote needs. */
const sources = [
  'package.json',
  'pnpm-lock.yaml',
  ...['base', 'browser', 'node', 'remotes', 'test'].map((name) => `tsconfig.${name}.json`),
  '.browserslistrc',
  'shared',
  'platform',
  'api',
]

/**
 * Creates the working copy of a team, with some packages and the installed dependencies of this repository. Returns its
 * folder. Files keep their times: if all were new, the compiler would take the declarations of an earlier commit for
 * those of the sources.
 */
export async function workingCopy(...packages: ReleasedName[]): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'working-copy-'))
  for (const source of [...sources, ...packages]) {
    await cp(join(repository, source), join(copy, source), {
      recursive: true,
      verbatimSymlinks: true,
      preserveTimestamps: true,
      filter: (path) => !isShortLived(path),
    })
  }
  await symlink(join(repository, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/**
 * Gives a working copy libraries in its own folder, as a clone has them. With a link to the repository's folder the
 * bundler would name them by another path, and give their modules other ids.
 */
export async function installLibraries(copy: string): Promise<void> {
  const [from, to] = [join(repository, 'node_modules'), join(copy, 'node_modules')]
  const run = promisify(execFile)
  await rm(to)
  // Hard links are quick, and impossible where the folder for temporary files is another file system.
  await run('cp', ['-al', from, to]).catch(async () => {
    await rm(to, { recursive: true })
    await run('cp', ['-a', from, to])
  })
}

/** Replaces the file in one step, because a watcher that reads it during a write would compile half of it. */
export async function changeFile(path: string, to: (text: string) => string): Promise<void> {
  const before = await readFile(path, 'utf8')
  const after = to(before)
  if (after === before) throw new Error(`The change found nothing to change in ${path}`)
  await writeFile(`${path}~`, after)
  await rename(`${path}~`, path)
}

/**
 * Runs a command such as `npm run release:canary -- mfe-tips --percent 50` in a working copy. Returns its output.
 * @throws Error with its output when it fails
 */
export async function releaseCommand(
  { env, url }: ReleasedPortal,
  [command, ...args]: ['release' | 'canary' | 'rollback' | 'list' | 'flag', ...string[]],
  cwd = repository,
): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`platform/releases/commands/${command}.ts`, ...args],
    {
      cwd,
      env: { ...process.env, ...env, PORTAL_ORIGIN: url },
    },
  )
  return stdout
}
