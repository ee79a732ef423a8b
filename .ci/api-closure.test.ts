import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './step.ts'

// What the API is deployed with: its dependencies, theirs, and so on, as pnpm has linked them for `--prod`.

type Manifest = Partial<
  Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Record<string, string>> & { name: string }
>

const closure = packageNames(join(root, 'api'))

test('the API is deployed with the small packages, and with nothing else of the workspace', () => {
  const ours = closure.filter((name) => name.startsWith('@portal/'))
  expect(ours.sort()).toEqual(['@portal/api', '@portal/command', '@portal/contracts', '@portal/s3'])
})

test('the API is deployed without a library of the browser or of the bundler', async () => {
  const config: { browserLibraries: string[] } = await import(join(root, '.dependency-cruiser.mjs'))
  const ofBoth = ['shared/contracts', 'api/command'].flatMap((folder) =>
    Object.keys(readManifest(join(root, folder)).dependencies ?? {}),
  )
  // uqr draws QR codes in the browser and in the certificates of the API.
  const browser = config.browserLibraries.filter((name) => name !== 'uqr' && !ofBoth.includes(name))
  const unwanted = new RegExp(`^(${[...browser, 'react-router', 'webpack', '@module-federation/.*'].join('|')})$`)
  expect(closure.filter((name) => unwanted.test(name))).toEqual([])
})

test('dependencies of dependencies are looked at', () => {
  // aws4fetch by the S3 client, thread-stream by pino.
  expect(closure).toEqual(expect.arrayContaining(['fastify', 'zod', 'aws4fetch', 'thread-stream']))
})

function packageNames(folder: string): string[] {
  const folders = new Set([folder])
  // Folders that are added on the way are visited too.
  for (const visited of folders) for (const dependency of dependencyFolders(visited)) folders.add(dependency)
  return [...new Set([...folders].map((visited) => readManifest(visited).name ?? visited))]
}

/** Dependencies that another platform needs, and optional peers, may not be installed. */
function dependencyFolders(folder: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies } = readManifest(folder)
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  // pnpm links the dependencies of a workspace package inside its folder, and those of a library next to it.
  const [, store] = /^(.*\/node_modules)\//.exec(folder) ?? []
  const modules = store ?? join(folder, 'node_modules')
  return names
    .map((name) => join(modules, name))
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path))
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
