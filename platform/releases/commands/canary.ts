import { CommandError, runCommand, say } from '@portal/command/command'
import { buildRelease, readBuild } from '../../bundler/build-release.ts'
import { nameOf } from '../../bundler/release.ts'
import { canaryStarted } from '../registry.ts'
import { releaseSettings, releaseStoreFrom } from '../release-settings.ts'
import { packageName } from './package-names.ts'
import { portalSettings, requireServed } from './portal.ts'
import { publish } from './publish.ts'

const command = {
  name: 'release:canary',
  about: 'Releases a remote for some browsers; `npm run release` releases it for all.',
  takes: '<remote>',
  options: { percent: { type: 'string', value: '<1-99>', about: 'of how many browsers in a hundred' } },
  settings: { ...releaseSettings, ...portalSettings },
} as const

await runCommand(command, async ({ values, positionals }) => {
  const name = packageName(positionals[0])
  const percent = Number(values.percent)
  if (!Number.isInteger(percent) || percent < 1 || percent > 99) throw new CommandError('Say --percent, 1 to 99')
  if (name === 'shell') throw new CommandError('The shell has no canary: remotes alone are chosen per browser')
  const store = releaseStoreFrom(process.env)
  const build = await buildRelease(name, say)
  const registry = await publish(
    store,
    [build],
    `canary ${percent} %`,
    (names, _, pointer) => canaryStarted(names, name, pointer, percent),
    process.env.PORTAL_ORIGIN,
  )
  const where = await requireServed(process.env, store, registry)
  say(`${nameOf(readBuild(build))} is live for ${percent} % of the browsers${where}`)
})
