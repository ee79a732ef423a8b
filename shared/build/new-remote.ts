// `pnpm new-remote schedule`: a remote with a page, a menu item, a permission and tests, ready to be released.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { writeRemote } from './new-remote/write-remote.ts'
import { repository } from './paths.ts'

// The other commands take `mfe-schedule`, so this one does too.
const subject = (process.argv[2] ?? '').replace(/^mfe-/, '')
try {
  const files = writeRemote(repository, subject)
  process.stdout.write(`${files.map((file) => `  ${file}`).join('\n')}\n`)
  spawnSync(join(repository, 'node_modules/.bin/biome'), ['check', '--write', ...files], { cwd: repository })
  spawnSync('npx', ['--yes', 'pnpm', 'install'], { cwd: repository, stdio: 'inherit' })
  process.stdout.write(`
  pnpm --filter @portal/mfe-${subject} test     its tests
  pnpm dev:remote mfe-${subject}                work on it
  pnpm release mfe-${subject}                   put it into the portal
  ${'e2e/screens'.padEnd(36 + subject.length)}its pictures, without which \`pnpm test\` fails
`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
