import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// One copy of these for the shell and all remotes. Of the libraries the shell provides the names in use alone
// (shared/query.ts, shared/zod.ts): a shared module is not tree-shaken. Inside `shared` they are imported by these names too, so a module that a remote bundles still meets the one copy.

const packages = ['react', 'react-dom', '@tanstack/react-query', 'zod'] as const

/** Keys ending in `/` stand for every module below. */
export const sharedKeys = {
  react: 'react',
  'react/jsx-runtime': 'react',
  'react-dom': 'react-dom',
  '@tanstack/react-query': '@tanstack/react-query',
  'zod/mini': 'zod',
  '@portal/shared/query': null,
  '@portal/shared/router': null,
  '@portal/shared/zod': null,
  '@portal/shared/session/': null,
  '@portal/shared/http/': null,
  '@portal/shared/ui/': null,
  '@portal/shared/forms/': null,
} satisfies Record<string, (typeof packages)[number] | null>

const require = createRequire(import.meta.url)

function installedVersion(name: string): string {
  // Not `require('<name>/package.json')`: exports of a package may hide it.
  const file = require.resolve.paths(name)?.map((folder) => `${folder}/${name}/package.json`)
  for (const candidate of file ?? []) {
    try {
      return (JSON.parse(readFileSync(candidate, 'utf8')) as { version: string }).version
    } catch {}
  }
  throw new Error(`${name} is not installed for shared`)
}

/** Remotes are built for the runtime that the shell has (shell/src/remotes/runtime-for-remotes.ts). */
export const federation = '@module-federation/enhanced'

/** `{ react: '19.3.1', … }`, the federation among them. */
export function sharedVersions(): Record<string, string> {
  return Object.fromEntries([...packages, federation].map((name) => [name, installedVersion(name)]))
}

/** What a remote asks of the host: never its own copy, and no start with a copy of another major version. */
export function consumedModules() {
  const versions = sharedVersions()
  return Object.fromEntries(
    Object.entries(sharedKeys).map(([key, name]) => [
      key,
      {
        singleton: true,
        import: false as const,
        strictVersion: true,
        requiredVersion: name ? (`^${versions[name]}` as const) : (false as const),
      },
    ]),
  )
}
