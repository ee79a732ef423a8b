import { CommandError, runCommand, say } from '@portal/command/command'
import { canaryStarted } from '../registry.ts'
import { releaseSettings, releaseStoreFrom } from '../release-settings.ts'
import { parseSelections } from '../stored-releases.ts'
import { canaryOptions, canaryShare, describeShare } from './canary-options.ts'
import { portalSettings, requireServed } from './portal.ts'
import { publishSelected } from './publish-selected.ts'
import { testOptions } from './run-tests.ts'

const command = {
  name: 'release:canary',
  about:
    'Tests a remote and releases it for some browsers or users; `npm run release -- <remote>@<version>` then releases the same for all.',
  takes: '<remote>',
  options: { ...canaryOptions, ...testOptions },
  settings: { ...releaseSettings, ...portalSettings },
} as const

await runCommand(command, async ({ values, positionals }) => {
  const selections = parseSelections(positionals)
  const share = canaryShare(values, selections)
  if (!share) throw new CommandError('Say --percent, --accounts or --restaurants')
  const store = releaseStoreFrom(process.env)
  const { registry, published } = await publishSelected(store, selections, {
    action: `canary for ${describeShare(share)}:`,
    change: (names, name, pointer) => canaryStarted(names, name, pointer, share),
    isUntested: values['no-tests'],
    origin: process.env.PORTAL_ORIGIN,
  })
  const where = await requireServed(process.env, store, registry)
  say(`${published.join()} is live for ${describeShare(share)}${where}`)
})
