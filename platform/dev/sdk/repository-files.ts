/**
 * The files around the remotes of a team's repository. The SDK brings every tool in the version that it was tested
 * with, except what tests a portal in a browser, which a repository can be without.
 */
export function repositoryFiles(sdk: string, testKit: string | undefined): Record<string, string> {
  const include = ['mfe-*/**/*', ...(testKit ? ['e2e/**/*'] : [])]
  return {
    'package.json': `${JSON.stringify(packageJson(sdk, testKit), null, 2)}\n`,
    'tsconfig.json': `${JSON.stringify({ extends: '@portal/sdk/tsconfig.json', include }, null, 2)}\n`,
    'biome.json': `${JSON.stringify({ plugins: ['./node_modules/@portal/sdk/remote-rules.grit'] }, null, 2)}\n`,
    'vitest.config.ts': `export default { test: { projects: ['mfe-*'] } }\n`,
    // With other linkers, pages would not find the SDK's React and its tools.
    'pnpm-workspace.yaml': `nodeLinker: hoisted\nautoInstallPeers: false\nallowBuilds:\n  '@swc/core': false\n  core-js-pure: false\n`,
    ...(testKit && { 'playwright.config.ts': browserTests }),
    '.gitignore': 'node_modules/\n.cache/\n.data/\n.types/\ntest-results/\n',
    'AGENTS.md': guide,
    '.github/workflows/ci.yml': testWorkflow,
    '.github/workflows/release.yml': releaseWorkflow,
  }
}

/** The version of the test kit's Playwright. renovate.json finds it here. */
const PLAYWRIGHT = '1.65.1'

function packageJson(sdk: string, testKit: string | undefined) {
  const commands = ['dev', 'build', 'test', 'lint', 'typecheck', 'update', 'release']
  const releases = ['canary', 'preview', 'promote', 'rollback', 'list', 'flag', 'trace'].map(
    (name) => `release:${name}`,
  )
  return {
    private: true,
    type: 'module',
    engines: { node: '>=24' },
    scripts: {
      ...Object.fromEntries([...commands, ...releases].map((name) => [name, `portal ${name}`])),
      ...(testKit && { e2e: 'playwright test --pass-with-no-tests' }),
    },
    devDependencies: {
      ...(testKit && { '@playwright/test': PLAYWRIGHT }),
      '@portal/sdk': sdk,
      ...(testKit && { '@portal/test-kit': testKit }),
    },
  }
}

const browserTests = `import { defineConfig } from '@playwright/test'
import { phone, portalOptions } from '@portal/test-kit/config'
import { liveRemotes } from '@portal/test-kit/live-manifest'
import type { Fixtures } from '@portal/test-kit/test'

const { CI, PORTAL_ORIGIN, NEXT_ORIGIN, PREVIEWS = '' } = process.env

const toTag = (remote: string) => new RegExp(\`@\${remote}( |$)\`)

// CI gives the addresses of its previews. Each is tested by the tests with the tag of its remote.
const previews = [...PREVIEWS.matchAll(/(mfe-[a-z-]+)@preview-[\\w-]+/g)].map(([release, remote]) => ({
  name: \`live \${release}\`,
  grep: toTag(remote),
  use: { baseURL: PORTAL_ORIGIN, release },
}))
const live = { name: 'live', use: { baseURL: PORTAL_ORIGIN } }
// A new remote is not released there yet.
const released = NEXT_ORIGIN ? await liveRemotes(NEXT_ORIGIN) : []
const next = { name: 'next', grep: released.map(toTag), use: { baseURL: NEXT_ORIGIN } }

export default defineConfig<Fixtures>({
  testDir: 'e2e',
  forbidOnly: Boolean(CI),
  // A trace or a report would have the passwords of the accounts.
  use: { ...portalOptions, ...phone, screenshot: 'only-on-failure' },
  reporter: CI ? 'github' : 'list',
  projects: [...(previews.length > 0 ? previews : [live]), next],
})
`

const guide = `# For developers and coding agents

Remotes of the staff portal, each in a folder \`mfe-<subject>\`. The README of \`node_modules/@portal/sdk\` has the rest,
\`api-report.txt\` beside it all modules with their declarations.

## Commands

\`\`\`sh
npm install
npm run dev                                                         # with Fast Refresh and made-up data
npm run dev -- mfe-schedule --portal https://staging.example        # with the data of that portal
npm test                                                            # with part of a path only these tests
npm run e2e                                                         # in a browser, at PORTAL_ORIGIN as E2E_ACCOUNTS
npm run lint
npm run typecheck -- --portal https://staging.example               # with the types of the shell that is live there
npm run release:preview -- mfe-schedule                             # an address that shows a build for 14 days
npm run release:canary -- mfe-schedule --percent 10                 # for every tenth browser
npm run release -- mfe-schedule                                     # for every browser
npm run release:rollback -- mfe-schedule

# A new version of the SDK, and what it has of the files around the remotes
npm install --save-dev --save-exact @portal/sdk@1.1.0 @portal/test-kit@1.1.0 @playwright/test@1
npm run update
\`\`\`

## Structure

- \`manifest.ts\`: addresses, menu items and budget of the remote; data without imports of pages
- \`remote.ts\`: its pages, each loaded when it is opened
- \`webpack.config.ts\`, \`vitest.config.ts\`: one line each, from the SDK
- \`e2e/\`: tests in a browser, which have the tag of their remote. The README of \`node_modules/@portal/test-kit\` has
  fixtures and settings.

## Settings of the workflows

- A registry with a login: the secret \`NPM_TOKEN\` of the repository, and the line
  \`//npm.company.example/:_authToken=\${NPM_TOKEN}\` in \`.npmrc\`. Developers need \`NPM_TOKEN\` in their environment then.
- Releases by hand: the environment \`production\`, with a reviewer, the secrets \`RELEASES_S3_KEY_ID\`, \`RELEASES_S3_SECRET\`
  and \`RELEASE_SIGNING_KEY\`, and the variables \`RELEASES\`, \`RELEASES_S3_REGION\`, \`RELEASE_PUBLIC_KEY\` and
  \`PORTAL_ORIGIN\`. The operator of the portal gives the values.
- Previews of pull requests: the variable \`PREVIEWS\` = \`on\` of the repository, and the environment \`preview\` with the
  same names; its key signs only previews.
- Tests of the previews in a browser: the secret \`E2E_ACCOUNTS\` in \`preview\`, one line with users of a test restaurant
  who have the right \`releases\`.
- Tests with a newer shell: the variable \`NEXT_ORIGIN\` in \`preview\`, a portal with the same users. The project \`next\`
  tests **what is released there**, not the pull request, because each portal has releases of its own. So a test of a new
  feature fails there until you release it. Until then let it take \`release\` and begin with
  \`test.skip(!release, 'not released yet')\`: only the preview has one.

## Rules

- A remote imports itself, \`@portal/sdk\`, \`@portal/shared\` and \`@portal/contracts\`; never another remote.
- The shell provides React, the router, the store, the API client, forms and widgets. Do not install them.
- A page is also rendered on the server: read \`window\` and \`document\` in effects and handlers only.
- Set no globals, change no prototypes, and stop in an effect's cleanup what the effect has started.
- Text for users is Russian. What a user typed is never changed silently.
- Tests act as the user does, by role, label and visible text.
`

// Renovate finds an action at the start of a line.
const checkout = `
      - uses: actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1
        with:
          persist-credentials: false
          # A release names its commit and its author.
          fetch-depth: 0
      - run: npm ci
        env:
          NPM_TOKEN: \${{ secrets.NPM_TOKEN }}`

const storeSettings = `          RELEASES: \${{ vars.RELEASES }}
          RELEASES_S3_KEY_ID: \${{ secrets.RELEASES_S3_KEY_ID }}
          RELEASES_S3_SECRET: \${{ secrets.RELEASES_S3_SECRET }}
          RELEASES_S3_REGION: \${{ vars.RELEASES_S3_REGION || 'us-east-1' }}
          RELEASE_SIGNING_KEY: \${{ secrets.RELEASE_SIGNING_KEY }}
          RELEASE_PUBLIC_KEY: \${{ vars.RELEASE_PUBLIC_KEY }}
          PORTAL_ORIGIN: \${{ vars.PORTAL_ORIGIN }}`

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
    steps:${checkout}
      - run: npm run lint
      - run: npm run typecheck
      - run: npm test

  preview:
    # Pull requests of forks have no secrets.
    if: vars.PREVIEWS == 'on' && github.event.pull_request.head.repo.full_name == github.repository
    needs: test
    runs-on: ubuntu-24.04
    container: node:24-bookworm
    timeout-minutes: 15
    # A pull request can use its secrets: a signing key for previews only, accounts of a test restaurant.
    environment: preview
    outputs:
      addresses: \${{ steps.previews.outputs.addresses }}
      hasAccounts: \${{ secrets.E2E_ACCOUNTS != '' }}
    steps:${checkout}
      - id: previews
        run: |
          git config --global --add safe.directory "$PWD"
          for remote in mfe-*; do
            # An update of the SDK changes every remote.
            if git diff --quiet "origin/$GITHUB_BASE_REF...HEAD" -- "$remote" package.json; then continue; fi
            npm run --silent release:preview -- "$remote" > preview.log || { cat preview.log; exit 1; }
            tail -n 1 preview.log >> previews.log
          done
          { echo 'addresses<<END'; cat previews.log || true; echo END; } >> "$GITHUB_OUTPUT"
        env:
${storeSettings}

  e2e:
    needs: preview
    if: needs.preview.outputs.addresses && needs.preview.outputs.hasAccounts == 'true'
    runs-on: ubuntu-24.04
    container: node:24-bookworm
    timeout-minutes: 15
    environment: preview
    steps:${checkout}
      - run: npx playwright install --with-deps --only-shell chromium
      - run: npm run e2e
        env:
          PORTAL_ORIGIN: \${{ vars.PORTAL_ORIGIN }}
          NEXT_ORIGIN: \${{ vars.NEXT_ORIGIN }}
          PREVIEWS: \${{ needs.preview.outputs.addresses }}
          E2E_ACCOUNTS: \${{ secrets.E2E_ACCOUNTS }}
          # A test for which there is no account fails.
          E2E_SKIP: 'no'
      # Only pictures: a report has what a test types, such as a password.
      - uses: actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f # v7.0.0
        if: failure()
        with:
          name: screenshots
          path: test-results/**/*.png

  comment:
    needs: preview
    if: needs.preview.outputs.addresses
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    permissions:
      pull-requests: write
    steps:
      # Other workflows comment as the same user.
      - run: |
          printf '%s\\n' '<!-- previews -->' "$ADDRESSES" > body
          comments="repos/$GH_REPO/issues/$NUMBER/comments"
          own='.[] | select(.user.login == "github-actions[bot]" and (.body | startswith("<!-- previews -->"))) | .id'
          id=$(gh api "$comments" --paginate --jq "$own" | head -n 1)
          if [ -n "$id" ]; then gh api "repos/$GH_REPO/issues/comments/$id" -X PATCH -F body=@body --silent
          else gh pr comment "$NUMBER" --body-file body; fi
        env:
          GH_TOKEN: \${{ github.token }}
          GH_REPO: \${{ github.repository }}
          NUMBER: \${{ github.event.number }}
          ADDRESSES: \${{ needs.preview.outputs.addresses }}
`

const releaseWorkflow = `name: Release

on:
  workflow_dispatch:
    inputs:
      packages:
        description: 'mfe-schedule, or several that only work together, with spaces between them'
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
    steps:${checkout}
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
${storeSettings}
      # release.json has the hash of each file of the release.
      - uses: actions/attest-build-provenance@a2bbfa25375fe432b6a289bc6b6cd05ecd0c4c32 # v4.1.0
        if: hashFiles('.cache/built/*/*/release.json') != ''
        with:
          subject-path: .cache/built/*/*/release.json
`
