import { runCommand, say } from '@portal/command/command'
import { requireSigningKey } from '../read-only.ts'
import { releaseSettings, releaseStoreFrom } from '../release-settings.ts'
import { readRegistry } from '../releases.ts'
import { describeExpiry, describeSignature, signAgain } from '../served.ts'

const command = {
  name: 'release:sign',
  about: 'Signs the live releases again, before their signatures expire or with a new key. Run it every day.',
  options: { always: { type: 'boolean', about: 'also when they were signed lately, such as with a new key' } },
  settings: releaseSettings,
} as const

await runCommand(command, async ({ values: { always } }) => {
  const store = releaseStoreFrom(process.env)
  await requireSigningKey(store, [])
  const before = await readRegistry(store)
  const registry = await signAgain(store, { isForced: always })
  if (registry.sequence === 0) return say('Nothing is released, so there is nothing to sign')
  say(`${describeSignature(before, registry)}. ${describeExpiry(registry)}`)
})
