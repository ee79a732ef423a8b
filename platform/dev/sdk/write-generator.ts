import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { programFiles } from './program-files.ts'

const bin = 'bin/create-portal-remote.js'

/**
 * Writes the SDK's generator as a package of its own without dependencies, so that `npm create` runs it in a second.
 */
export function writeGenerator(folder: string, sdk: string): void {
  const files = [bin, ...programFiles(sdk, ['platform/dev/sdk/create.js']), 'modules.json', 'LICENSE']
  for (const file of files) cpSync(join(sdk, file), join(folder, file))
  const sdkPackage = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8'))
  const { version, license, type, engines, publishConfig, private: isPrivate } = sdkPackage
  const description = 'Writes a remote of the portal into a repository of its own'
  const content = {
    name: '@portal/create-remote',
    version,
    description,
    license,
    type,
    engines,
    publishConfig,
    private: isPrivate,
  }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ ...content, bin: { 'create-portal-remote': bin } }, null, 2),
  )
  writeFileSync(
    join(folder, 'README.md'),
    `# ${content.name}\n\n${description}, for @portal/sdk, whose README has the rest.\n`,
  )
}
