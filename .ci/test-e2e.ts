import { CommandError, runCommand } from '../api/command/command.ts'
import { targetSettings } from '../e2e/kit/target.ts'
import { runEndToEnd, showReport } from './run-tests.ts'
import { runLanes } from './step.ts'
import { build, chromiumTests, engineTests, oldestBrowsers, replicaTests } from './steps.ts'

const command = {
  name: 'test:e2e',
  about:
    'Builds the portal and tests it in Chromium, as replicas behind nginx, and in three other engines. With arguments, or with E2E_PORTAL, runs only some of the tests in Chromium.',
  takes: '[spec …]',
  options: {
    grep: { type: 'string', value: '<tag or text>', about: 'the tests that have it: @smoke, @mfe-tips, a title' },
    project: { type: 'string', value: '<name>', about: 'phone or desktop' },
    release: {
      type: 'string',
      value: '<mfe-x@version>',
      about: 'in a browser that gets this release, a canary or a preview',
    },
    ui: { type: 'boolean', about: 'opens the runner of Playwright, in which tests are started, watched and repeated' },
    'ui-port': {
      type: 'string',
      value: '<port>',
      about: 'serves it at http://localhost:<port>, where no window can open',
    },
    headed: { type: 'boolean', about: 'shows the browser' },
    list: { type: 'boolean', about: 'only lists the tests' },
    report: { type: 'boolean', about: 'shows the report of the last run, with traces and pictures of what failed' },
    'repeat-each': { type: 'string', value: '<number>', about: 'how many times each test runs' },
  },
  settings: {
    E2E_PORTAL: 'a deployed portal, https://tips.example, which the tests of e2e/tests/smoke test then',
    ...targetSettings,
    CHROMIUM_PATH: 'the browser',
  },
} as const

await runCommand(command, async ({ values: { release, report, ...values }, positionals: specs }) => {
  if (report) return showReport()
  const { E2E_PORTAL: deployed } = process.env
  if (!deployed && specs.length === 0 && !release && Object.keys(values).length === 0) {
    return runLanes([[build, oldestBrowsers, chromiumTests, replicaTests, engineTests]])
  }
  const own = deployed ? specs.filter((spec) => !spec.includes('smoke')) : []
  if (own.length > 0) {
    throw new CommandError(
      `${own.join(', ')} needs a portal on this machine. Unset E2E_PORTAL, or run only tests/smoke`,
    )
  }
  if (release) process.env.E2E_RELEASE = release
  await runEndToEnd(specs, values)
})
