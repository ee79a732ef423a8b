import { say } from '@portal/command/command'

// The program `portal` of the SDK, which the scripts of a team's package.json run: `portal release mfe-schedule`.

const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  dev: () => import('./dev.ts'),
  build: () => import('./build.ts'),
  test: () => import('./test.ts'),
  lint: () => import('./lint.ts'),
  typecheck: () => import('./typecheck.ts'),
  update: () => import('./update.ts'),
  release: () => import('../../releases/commands/release.ts'),
  'release:canary': () => import('../../releases/commands/canary.ts'),
  'release:preview': () => import('../../releases/commands/preview.ts'),
  'release:promote': () => import('../../releases/commands/promote.ts'),
  'release:rollback': () => import('../../releases/commands/rollback.ts'),
  'release:list': () => import('../../releases/commands/list.ts'),
  'release:flag': () => import('../../releases/commands/flag.ts'),
  'release:trace': () => import('../../releases/commands/trace.ts'),
}

const [name = '--help'] = process.argv.splice(2, 1)
const command = Object.hasOwn(commands, name) && commands[name]
if (command) await command()
else {
  say(`Usage: portal <command>\n\nCommands, each with its own --help:\n  ${Object.keys(commands).join('\n  ')}`)
  process.exitCode = name === '--help' || name === '-h' ? 0 : 2
}
