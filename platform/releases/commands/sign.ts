import { runCommand, say } from '@portal/command/command'
import { requireSigningKey } from '../read-only.ts'
import { releaseSettings, releaseStoreFrom } from '../release-settings.ts'
import { signAgain } from '../releases.ts'

const command = {
  name: 'release:sign',
  about: 'Signs the live releases with a new key.',
  settings: releaseSettings,
} as const

await runCommand(command, async () => {
  const store = releaseStoreFrom(process.env)
  await requireSigningKey(store, [])
  const { sequence, at } = await signAgain(store)
  if (sequence === 0) return say('Nothing is released, so there is nothing to sign')
  say(`Registry ${sequence} was signed on ${at}`)
})
