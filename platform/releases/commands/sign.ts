import { runCommand, say } from '@portal/command/command'
import { requireSigningKey } from '../read-only.ts'
import { releaseSettings, releaseStoreFrom } from '../release-settings.ts'
import { describeExpiry, signAgain } from '../served.ts'

const command = {
  name: 'release:sign',
  about: 'Signs what is live again, before it expires or by a new key: for a job of every day.',
  options: { always: { type: 'boolean', about: 'also when it was signed lately, by a new key' } },
  settings: releaseSettings,
} as const

await runCommand(command, async ({ values: { always } }) => {
  const store = releaseStoreFrom(process.env)
  await requireSigningKey(store, [])
  const registry = await signAgain(store, { isForced: always })
  say(`Registry ${registry.sequence} was signed on ${registry.at}. ${describeExpiry(registry)}`)
})
