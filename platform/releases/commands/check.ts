import { CommandError, runCommand, say } from '@portal/command/command'
import { repository, sdkModules } from '../../bundler/paths.ts'
import { releaseSettings, releaseStoreFrom } from '../release-settings.ts'
import { parseSelections } from '../stored-releases.ts'
import { checkCanary } from './check-canary.ts'

const command = {
  name: 'release:check',
  about:
    'Runs the tests that a canary has to pass (release:canary --checked-by) against the portal, and records that they have passed.',
  takes: '<remote>',
  options: {
    with: {
      type: 'string',
      value: '<command>',
      about: 'which runs Playwright, such as `npx playwright test`; required in a repository with the SDK',
    },
  },
  settings: {
    ...releaseSettings,
    PORTAL_ORIGIN: 'the portal, with the canary',
    E2E_ACCOUNTS: 'the users of the tests; the other settings of @portal/test-kit too (its README)',
  },
} as const

const ownTests = [process.execPath, '--import', './node-setup.mjs', '.ci/test-e2e.ts'] as const

await runCommand(command, async ({ values, positionals }) => {
  const [{ name } = { name: '' }] = parseSelections(positionals)
  const [program, ...args] = values.with?.split(' ') ?? []
  if (!program && sdkModules) throw new CommandError("Say which command runs the tests: --with 'npx playwright test'")
  const { PORTAL_ORIGIN: origin } = process.env
  if (!origin) throw new CommandError('PORTAL_ORIGIN is missing: the portal that has the canary')
  const runner = program
    ? ({ command: [program, ...args], folder: process.cwd() } as const)
    : ({ command: ownTests, folder: repository } as const)
  const { sequence } = await checkCanary(releaseStoreFrom(process.env), name, origin, runner)
  say(`Recorded in registry ${sequence}: npm run release -- ${name} may put it live`)
})
