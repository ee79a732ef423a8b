import { execFile } from 'node:child_process'
import { chmodSync, chownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { createTestReleases, payouts, shell } from '../testing/sample-releases.ts'

const releases = createTestReleases()
const [builder, portal] = [61_001, 61_002]
const isRoot = process.getuid?.() === 0

/** Imports modules in a new process with the strictest umask and runs code there, as `user` if root runs the tests. */
async function run(user: number, modules: readonly string[], code: string): Promise<string> {
  const names = modules.map((module) => pathToFileURL(join(import.meta.dirname, module)).href)
  const script = `
    const modules = await Promise.all(${JSON.stringify(names)}.map((name) => import(name)))
    process.umask(0o077)
    if (${isRoot}) { process.setgroups([]); process.setgid(${user}); process.setuid(${user}) }
    ${code}`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  return stdout
}

const folder = () => JSON.stringify(join(releases.folder, 'shared/releases'))

beforeEach(async () => {
  const builds = [shell(), payouts()].map(releases.build)
  // mkdtemp creates private folders: each folder of a build, and the folder of the test.
  if (isRoot) for (const build of builds) chownSync(build, builder, builder)
  for (const build of builds) chmodSync(build, 0o700)
  if (isRoot) chownSync(releases.folder, builder, builder)
  chmodSync(releases.folder, 0o755)
  await run(
    builder,
    ['folder-store.ts', '../put-live.ts', '../registry.ts'],
    `const [{ createFolderStore }, { putLive }, { released }] = modules
    await putLive(createFolderStore(${folder()}), ${JSON.stringify(builds)}, { reason: 'test', change: released, report() {} })`,
  )
})

test('lets every user read what is stored, whatever the umask and the modes of the build', () => {
  const root = join(releases.folder, 'shared')
  const modes = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => {
    const file = statSync(join(root, path))
    return `${path} ${file.isDirectory() ? 'folder' : 'file'} ${(file.mode & 0o777).toString(8)}`
  })
  expect(modes.sort()).toEqual([
    'releases folder 755',
    'releases/registry folder 755',
    'releases/registry/000000001.json file 644',
    'releases/releases folder 755',
    'releases/releases/mfe-payouts folder 755',
    'releases/releases/mfe-payouts/p1 folder 755',
    'releases/releases/mfe-payouts/p1/release.json file 644',
    'releases/releases/shell folder 755',
    'releases/releases/shell/s1 folder 755',
    'releases/releases/shell/s1/release.json file 644',
  ])
})

test.runIf(isRoot)('a portal server of another user reads the releases', async () => {
  const output = await run(
    portal,
    ['folder-store.ts', '../../server/releases/live-releases.ts'],
    `const [{ createFolderStore }, { startLiveReleases }] = modules
    const { published, stop } = await startLiveReleases(createFolderStore(${folder()}), console)
    stop()
    console.log(published().sequence, published().shell.version, published().remotes[0].current.version)`,
  )
  expect(output).toBe('1 s1 p1\n')
})
