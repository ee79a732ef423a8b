import { globSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { browserTests } from './platform/sdk/testing/browser-tests.ts'

// Limits for events that never come: real databases, password hashes and builds take long on a busy machine.
const node = {
  environment: 'node',
  // One process for all files of a project: to load the API or the bundler for each takes longer than most tests.
  isolate: false,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
  // Node cannot load the JSON modules of GitHub's own checks.
  server: { deps: { inline: [/[\\/]@actions[\\/]/] } },
}

const nodeProjects: Readonly<Record<string, string[]>> = {
  packages: ['shared/contracts/**/*.test.ts', 'api/{admin,command,s3}/**/*.test.ts', 'e2e/kit/**/*.test.ts'],
  'service-worker': ['shell/{server,service-worker}/**/*.test.ts'],
  releases: ['platform/{bundler,minimum-browser-check,releases}/**/*.test.ts'],
  'portal-server': ['platform/{dev,rendering,server,start}/**/!(write-client).test.ts'],
  repository: ['.ci/*.test.ts'],
}

const browserProjects = [
  { name: 'shared', exclude: ['contracts/**'] },
  // The modules of the shell remember for the whole page: each file has one of its own.
  { name: 'shell', include: 'src/**/*.test.{ts,tsx}', isIsolated: true },
  ...globSync('mfe-*', { cwd: import.meta.dirname }).map((name) => ({ name })),
].flatMap((tests) => browserTests({ ...tests, root: join(import.meta.dirname, tests.name) }))

export default defineConfig({
  test: {
    projects: [
      ...browserProjects,
      ...Object.entries(nodeProjects).map(([name, include]) => ({ test: { ...node, name, include } })),
      {
        test: {
          ...node,
          name: 'api',
          // The doctor examines a database too, and the client of the API calls one that runs.
          include: ['api/{src,fuzz}/**/*.test.ts', 'platform/doctor/*.test.ts', '**/write-client.test.ts'],
          globalSetup: 'api/src/db/testing/test-cluster.ts',
        },
      },
    ],
  },
})
