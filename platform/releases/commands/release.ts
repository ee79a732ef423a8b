import { runCommand, say } from '@portal/command/command'
import { readBuild } from '../../bundler/build-release.ts'
import { nameOf } from '../../bundler/release.ts'
import { released } from '../registry.ts'
import { releaseSettings, releaseStoreFrom } from '../release-settings.ts'
import { packageNames } from './package-names.ts'
import { portalSettings, requireServed } from './portal.ts'
import { buildReleases, publish } from './publish.ts'

const command = {
  name: 'release',
  about:
    'Builds the shell or remotes of this working copy, checks them against what is live, and puts them live as one change.',
  takes: '<shell or remote> [more …]',
  settings: { ...releaseSettings, ...portalSettings },
}

await runCommand(command, async ({ positionals }) => {
  const store = releaseStoreFrom(process.env)
  const builds = await buildReleases(packageNames(positionals))
  const registry = await publish(store, builds, 'release', released, process.env.PORTAL_ORIGIN)
  const where = await requireServed(process.env, store, registry)
  for (const build of builds) say(`${nameOf(readBuild(build))} is live${where}`)
})
