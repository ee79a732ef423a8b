import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { remoteFiles } from '../new-remote/template.ts'
import { checkRemote, type RequestedRemote, requireNew, writeFiles } from '../new-remote/write-remote.ts'
import { repositoryFiles } from './repository-files.ts'

/**
 * Writes a remote into the repository of a team at `root`, and the files around the remotes if they do not exist. `sdk`
 * is the version of the SDK in package.json. Returns the new files. Writes nothing if it throws.
 * @throws Error when the name is invalid or in use, or there is no such SDK
 */
export function writeTeamRemote(root: string, requested: RequestedRemote, sdk: string): string[] {
  const remote = {
    ...remoteFiles(checkRemote(requested)),
    [`mfe-${requested.subject}/vitest.config.ts`]: testSettings,
  }
  requireNew(root, [`mfe-${requested.subject}`])
  requireFile(root, sdk)
  const around = Object.entries(repositoryFiles(sdk)).filter(([file]) => !existsSync(join(root, file)))
  const files = { ...Object.fromEntries(around), ...remote }
  writeFiles(root, files)
  return Object.keys(files)
}

const testSettings = `import { remoteTests } from '@portal/sdk/testing'

export default remoteTests(import.meta.dirname)
`

/** @throws Error when the SDK is a file that is not there */
function requireFile(root: string, sdk: string): void {
  const [, file] = /^file:(.*)$/.exec(sdk) ?? []
  if (file === undefined || existsSync(resolve(root, file))) return
  throw new Error(
    `There is no ${file} in ${root}: --sdk names the package that \`npm run sdk\` of the portal has written`,
  )
}
