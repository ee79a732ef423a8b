import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { runCommand, say } from '@portal/command/command'
import { repository } from '../bundler/paths.ts'
import { writeRemote } from './new-remote/write-remote.ts'

const command = {
  name: 'new-remote',
  about: 'Writes a remote with a page for default employees, a menu item and tests, ready to be released.',
  takes: '<subject>',
  options: {
    title: { type: 'string', value: '<Название>', about: 'what the menu and the page show, in Russian' },
    icon: { type: 'string', value: '<name>', about: 'its icon in the menu; star unless given' },
  },
} as const

await runCommand(command, async ({ values: { title = 'Новый раздел', icon = 'star' }, positionals: [name = ''] }) => {
  // The other commands accept `mfe-schedule`, so this one does too.
  const subject = name.replace(/^mfe-/, '')
  const files = writeRemote(repository, { subject, title, icon })
  say(files.map((file) => `  ${file}`).join('\n'))
  spawnSync(join(repository, 'node_modules/.bin/biome'), ['check', '--write', ...files], { cwd: repository })
  // run.mjs without a command only installs.
  spawnSync(process.execPath, [join(repository, 'run.mjs')], { stdio: 'inherit' })
  say(`
  npm run test:one -- mfe-${subject}       its tests
  npm run dev:remote -- mfe-${subject}     work on it
  npm run release -- mfe-${subject}        put it into the portal
  ${'e2e/screens'.padEnd(29 + subject.length)}its pictures, without which \`npm test\` fails`)
})
