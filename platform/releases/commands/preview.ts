import { CommandError, runCommand, say } from '@portal/command/command'
import { buildRelease, readBuild } from '../../bundler/build-release.ts'
import type { RemoteRelease } from '../../bundler/release.ts'
import { addPreview, previewPrefix } from '../previews.ts'
import { prune } from '../prune.ts'
import { requireSigningKey } from '../read-only.ts'
import { releaseSettings, releaseStoreFrom } from '../release-settings.ts'
import { readRegistry } from '../releases.ts'
import { requireCompatible } from './publish.ts'
import { requirePackage } from './require-package.ts'

const command = {
  name: 'release:preview',
  about:
    'Builds a remote, checks it as a release, and stores it for two weeks beside the releases. Users with the right `releases` see it at the address that is printed.',
  takes: '<remote>',
  settings: { ...releaseSettings, PORTAL_ORIGIN: 'the portal whose API is compared, and whose address is printed' },
} as const

await runCommand(command, async ({ positionals: [name = ''] }) => {
  requirePackage(name)
  if (name === 'shell') throw new CommandError('A preview is of a remote')
  const store = releaseStoreFrom(process.env)
  const { PORTAL_ORIGIN: origin = '' } = process.env
  await requireSigningKey(store, [name], 'preview')
  const folder = await buildRelease(name, say, previewPrefix)
  const registry = await readRegistry(store)
  await requireCompatible(store, folder, registry.names, origin)
  const { version, until } = await addPreview(store, folder)
  await prune(store, name, registry, say)
  const [path = '/'] = readBuild<RemoteRelease>(folder).manifest.paths
  say(`Until ${until.slice(0, 10)}: ${origin}${path}?release=${name}@${version}`)
})
