import { runCommand, say } from '@portal/command/command'
import { readSdkSource, writeTeamRemote } from './team-repository.ts'

const command = {
  name: 'create-portal-remote',
  isProgram: true,
  about:
    'Writes a remote with a page for default employees, a menu item and tests into the repository of a team, which may be empty.',
  takes: '<subject>',
  options: {
    title: { type: 'string', value: '<Название>', about: 'what the menu and the page show, in Russian' },
    icon: { type: 'string', value: '<name>', about: 'its icon in the menu; star unless given' },
    sdk: { type: 'string', value: '<package>', about: 'the SDK as npm installs it, such as file:portal-sdk.tgz' },
  },
} as const

await runCommand(command, async ({ values, positionals: [name = ''] }) => {
  const { title = 'Новый раздел', icon = 'star', sdk } = values
  const subject = name.replace(/^mfe-/, '')
  const files = writeTeamRemote(process.cwd(), { subject, title, icon }, { ...readSdkSource(), ...(sdk && { sdk }) })
  say(files.map((file) => `  ${file}`).join('\n'))
  const steps = [
    ['npm install', ''],
    ['npm test', 'its tests'],
    ['npm run dev', 'serves it with Fast Refresh and made-up data'],
    [`npm run release -- mfe-${subject}`, 'puts it live'],
  ] as const
  const width = Math.max(...steps.map(([step]) => step.length))
  say(['', ...steps.map(([step, about]) => `  ${step.padEnd(width)}  ${about}`.trimEnd())].join('\n'))
})
