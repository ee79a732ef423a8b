// `pnpm release:canary mfe-tips --percent 10`: a release for some browsers; `pnpm release` makes it everybody's.
import { parseArgs } from 'node:util'
import { canaryStarted } from '../registry-file.ts'
import { releasesFrom } from '../release-settings.ts'
import { CommandError, packageName, runCommand, say } from './command.ts'
import { buildReleases, publish } from './publish.ts'

await runCommand(async () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { percent: { type: 'string' } } })
  const name = packageName(positionals[0])
  const percent = Number(values.percent)
  if (!Number.isInteger(percent) || percent < 1 || percent > 99) throw new CommandError('Say --percent, 1 to 99')
  if (name === 'shell') throw new CommandError('The shell has no canary: remotes alone are chosen per browser')
  const built = await buildReleases([name])
  await publish(releasesFrom(process.env), built, `canary ${percent} %`, (names, _, pointer) =>
    canaryStarted(names, name, pointer, percent),
  )
  say(`${name} ${built[0]?.version} is live for ${percent} % of the browsers`)
})
