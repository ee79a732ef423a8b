import { runCommand, say } from '@portal/command/command'
import { released } from '../registry.ts'
import { releaseSettings, releaseStoreFrom } from '../release-settings.ts'
import { parseSelections } from '../stored-releases.ts'
import { findPortal, portalSettings, requireServed } from './portal.ts'
import { publishSelected } from './publish-selected.ts'
import { testOptions } from './run-tests.ts'

const command = {
  name: 'release',
  about:
    'Builds the shell or remotes of this working copy, runs the tests of the remotes, checks them against what is live, and puts them live as one change. mfe-tips@3f2a91c04be7 is not built: it was released before, as for a canary.',
  takes: '<shell or remote> [more …]',
  options: testOptions,
  settings: { ...releaseSettings, ...portalSettings },
} as const

await runCommand(command, async ({ values, positionals }) => {
  const store = releaseStoreFrom(process.env)
  const origin = await findPortal(process.env, store)
  const { registry, published } = await publishSelected(store, parseSelections(positionals), {
    action: 'release',
    change: released,
    isUntested: values['no-tests'],
    origin,
  })
  const where = await requireServed({ PORTAL_ORIGIN: origin }, store, registry)
  for (const release of published) say(`${release} is live${where}`)
})
