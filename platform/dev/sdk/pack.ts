import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runCommand, say } from '@portal/command/command'
import { npmPack } from './npm-pack.ts'
import { writeClient } from './write-client.ts'
import { writeGenerator } from './write-generator.ts'
import { writeKit } from './write-kit.ts'
import { writeSdk } from './write-sdk.ts'
import { writeShell } from './write-shell.ts'

const command = {
  name: 'sdk',
  about:
    'Packs @portal/sdk, with which remotes live in repositories of their own, its generator, the test kit, and a client of the API, as npm publishes them.',
  options: {
    out: { type: 'string', value: '<folder>', about: 'where the packages are written', default: 'dist/sdk' },
    registry: {
      type: 'string',
      value: 'https://…',
      about: 'the only registry in which they can be published; without it in none',
    },
  },
} as const

await runCommand(command, async ({ values: { out, registry } }) => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-sdk-'))
  try {
    const sdk = join(folder, 'sdk')
    await writeSdk(sdk, registry)
    await writeShell(sdk)
    writeGenerator(join(folder, 'generator'), sdk)
    await writeKit(join(folder, 'kit'), registry)
    await writeClient(join(folder, 'client'), registry)
    const destination = resolve(out)
    for (const name of ['sdk', 'generator', 'kit', 'client']) say(npmPack(join(folder, name), destination))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
