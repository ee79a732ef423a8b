/**
 * The files around the remotes of a team's repository. The SDK brings every tool in the version that it was tested
 * with, so it is the only dependency.
 */
export function repositoryFiles(sdk: string): Record<string, string> {
  return {
    'package.json': `${JSON.stringify(packageJson(sdk), null, 2)}\n`,
    'tsconfig.json': `${JSON.stringify({ extends: '@portal/sdk/tsconfig.json', include: ['mfe-*/**/*'] }, null, 2)}\n`,
    'biome.json': `${JSON.stringify({ plugins: ['./node_modules/@portal/sdk/remote-rules.grit'] }, null, 2)}\n`,
    'vitest.config.ts': `export default { test: { projects: ['mfe-*'] } }\n`,
    // With other linkers, pages would not find the SDK's React and its tools.
    'pnpm-workspace.yaml': `nodeLinker: hoisted\nautoInstallPeers: false\nallowBuilds:\n  '@swc/core': false\n`,
    '.gitignore': 'node_modules/\n.cache/\n.data/\n.types/\ntest-results/\n',
    'AGENTS.md': guide,
    '.github/workflows/ci.yml': testWorkflow,
    '.github/workflows/release.yml': releaseWorkflow,
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

const guide = `# For developers and coding agents

Remotes of the staff portal, each in a folder \`mfe-<subject>\`. The README of \`node_modules/@portal/sdk\` has the rest.

## Commands

\`\`\`sh
npm install
npm run dev -- mfe-schedule --portal https://staging.example        # in that portal, only in your browser
npm test                                                            # with part of a path only these tests
npm run lint
npm run typecheck -- --portal https://staging.example               # with the types of the shell that is live there
npm run release:canary -- mfe-schedule --percent 10                 # for every tenth browser
npm run release:rollback -- mfe-schedule
\`\`\`

## Structure

- \`manifest.ts\`: addresses, menu items and budget of the remote; data without imports of pages
- \`remote.ts\`: its pages, each loaded when it is opened
- \`webpack.config.ts\`, \`vitest.config.ts\`: one line each, from the SDK

## Rules

- A remote imports itself, \`@portal/sdk\`, \`@portal/shared\` and \`@portal/contracts\`; never another remote.
- The shell provides React, the router, the store, the API client, forms and widgets. Do not install them.
- A page is also rendered on the server: read \`window\` and \`document\` in effects and handlers only.
- Set no globals, change no prototypes, and stop in an effect's cleanup what the effect has started.
- Text for users is Russian. What a user typed is never changed silently.
- Tests act as the user does, by role, label and visible text.
`

const checkout = `      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          persist-credentials: false
          # A release names its commit and its author.
          fetch-depth: 0
      - run: npm ci`

const testWorkflow = `name: CI

on:
  pull_request:
  push:
    branches: [main]

permissions:
  contents: read

jobs:
  test:
    runs-on: ubuntu-24.04
    container: node:24-bookworm
    timeout-minutes: 15
    steps:
${checkout}
      - run: npm run lint
      - run: npm run typecheck
      - run: npm test
`

const releaseWorkflow = `name: Release

on:
  workflow_dispatch:
    inputs:
      packages:
        description: 'mfe-schedule, or several that only work together'
        required: true
      command:
        description: 'what to do with them'
        type: choice
        options: [release:canary, release, release:rollback]
      percent:
        description: 'of the browsers that a canary gets'
        default: '10'

permissions:
  contents: read

concurrency:
  group: release

jobs:
  release:
    runs-on: ubuntu-24.04
    container: node:24-bookworm
    timeout-minutes: 15
    # Its secrets are given to this job only after the approval of a reviewer.
    environment: production
    permissions:
      contents: read
      id-token: write
      attestations: write
    steps:
${checkout}
      - run: |
          git config --global --add safe.directory "$PWD"
          if [ "$COMMAND" = release:canary ]; then set -- --percent "$PERCENT"; fi
          # One more option could leave out the tests.
          case " $PACKAGES" in *' -'*) echo 'packages: names only'; exit 1 ;; esac
          # shellcheck disable=SC2086 # The names are separate arguments.
          npm run "$COMMAND" -- $PACKAGES "$@"
        env:
          COMMAND: \${{ inputs.command }}
          PACKAGES: \${{ inputs.packages }}
          PERCENT: \${{ inputs.percent }}
          RELEASES: \${{ vars.RELEASES }}
          RELEASES_S3_KEY_ID: \${{ secrets.RELEASES_S3_KEY_ID }}
          RELEASES_S3_SECRET: \${{ secrets.RELEASES_S3_SECRET }}
          RELEASES_S3_REGION: \${{ vars.RELEASES_S3_REGION || 'us-east-1' }}
          RELEASE_SIGNING_KEY: \${{ secrets.RELEASE_SIGNING_KEY }}
          RELEASE_PUBLIC_KEY: \${{ vars.RELEASE_PUBLIC_KEY }}
          PORTAL_ORIGIN: \${{ vars.PORTAL_ORIGIN }}
      # release.json has the hash of each file of the release.
      - uses: actions/attest-build-provenance@a2bbfa25375fe432b6a289bc6b6cd05ecd0c4c32 # v4.1.0
        if: hashFiles('.cache/built/*/*/release.json') != ''
        with:
          subject-path: .cache/built/*/*/release.json
`
