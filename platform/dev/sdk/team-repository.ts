import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { remoteFiles } from '../new-remote/template.ts'
import { checkRemote, type RequestedRemote, requireNew, writeFiles } from '../new-remote/write-remote.ts'

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

/** The SDK brings every tool in the version that it was tested with, so it is the only dependency. */
function repositoryFiles(sdk: string): Record<string, string> {
  return {
    'package.json': `${JSON.stringify(packageJson(sdk), null, 2)}\n`,
    'tsconfig.json': `${JSON.stringify({ extends: '@portal/sdk/tsconfig.json', include: ['mfe-*/**/*'] }, null, 2)}\n`,
    'biome.json': `${JSON.stringify({ plugins: ['./node_modules/@portal/sdk/remote-rules.grit'] }, null, 2)}\n`,
    'vitest.config.ts': `export default { test: { projects: ['mfe-*'] } }\n`,
    // With other linkers, pages would not find the SDK's React and its tools.
    'pnpm-workspace.yaml': `nodeLinker: hoisted\nautoInstallPeers: false\nallowBuilds:\n  '@swc/core': false\n`,
    '.gitignore': 'node_modules/\n.cache/\n.data/\n.types/\ntest-results/\n',
  }
}

function packageJson(sdk: string) {
  const commands = ['dev', 'build', 'test', 'lint', 'typecheck', 'release']
  const releases = ['canary', 'check', 'promote', 'rollback', 'list', 'flag', 'trace'].map((name) => `release:${name}`)
  return {
    private: true,
    type: 'module',
    engines: { node: '>=24' },
    scripts: Object.fromEntries([...commands, ...releases].map((name) => [name, `portal ${name}`])),
    devDependencies: { '@portal/sdk': sdk },
  }
}
