import { runCommand, say } from '@portal/command/command'
import { canaryStarted, released } from '../registry.ts'
import { releaseSettings, releaseStoreFrom, sourceSettings, sourceStoreFrom } from '../release-settings.ts'
import { parseSelections } from '../stored-releases.ts'
import { canaryOptions, canaryShare, describeShare } from './canary-options.ts'
import { findPortal, portalSettings, requireServed } from './portal.ts'
import { publishSelected } from './publish-selected.ts'

const command = {
  name: 'release:promote',
  about:
    'Puts live here what is live in another store, such as that of staging, with the same bytes: nothing is built. The checks are those of a release, against what is live here.',
  takes: '<shell or remote> [more …]',
  options: {
    from: {
      type: 'string',
      value: '<store>',
      about: 'a folder, or a bucket as https://storage.example/staging',
      required: true,
    },
    ...canaryOptions,
  },
  settings: { ...releaseSettings, ...sourceSettings, ...portalSettings },
} as const

await runCommand(command, async ({ values: { from, ...given }, positionals }) => {
  const selections = parseSelections(positionals)
  const share = canaryShare(given, selections)
  const store = releaseStoreFrom(process.env)
  const origin = await findPortal(process.env, store)
  const { registry, published } = await publishSelected(store, selections, {
    action: share ? `promote as a canary for ${describeShare(share)}:` : 'promote',
    change: share ? (names, name, pointer) => canaryStarted(names, name, pointer, share) : released,
    origin,
    from: { store: await sourceStoreFrom(from, process.env), location: from },
  })
  const where = await requireServed({ PORTAL_ORIGIN: origin }, store, registry)
  const users = share ? ` for ${describeShare(share)}` : ''
  for (const release of published) say(`${release} of ${from} is live${users}${where}`)
})
