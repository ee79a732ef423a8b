import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runCommand, say } from '@portal/command/command'
import { npmPack } from './npm-pack.ts'
import { writeGenerator } from './write-generator.ts'
import { writeSdk } from './write-sdk.ts'

const command = {
  name: 'sdk',
  about:
    'Packs @portal/sdk, with which remotes live in repositories of their own, and its generator, as npm publishes them.',
  options: { out: { type: 'string', value: '<folder>', about: 'where the packages are written', default: 'dist/sdk' } },
} as const

await runCommand(command, async ({ values: { out } }) => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-sdk-'))
  try {
    const [sdk, generator] = [join(folder, 'sdk'), join(folder, 'generator')]
    await writeSdk(sdk)
    writeGenerator(generator, sdk)
    const destination = resolve(out)
    for (const written of [sdk, generator]) say(npmPack(written, destination))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
