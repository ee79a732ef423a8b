// `pnpm release:canary mfe-tips --percent 10`: a release for some browsers; `pnpm release` makes it everybody's.
import { parseArgs } from 'node:util'
import { canaryStarted } from '../registry-file.ts'
import { CommandError, packageName, runCommand, say } from './command.ts'
import { publish } from './publish.ts'

await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { percent: { type: 'string' } } })
  const name = packageName(positionals[0])
  const percent = Number(values.percent)
  if (!Number.isInteger(percent) || percent < 1 || percent > 99) throw new CommandError('Say --percent, 1 to 99')
  if (name === 'shell') throw new CommandError('The shell has no canary: remotes alone are chosen per browser')
  const { version } = await publish(name, `canary ${percent} %`, (names, pointer) =>
    canaryStarted(names, name, pointer, percent),
  )
  say(`${name} ${version} is live for ${percent} % of the browsers`)
})
