import { readArguments } from '../api/command/command.ts'
import { runSteps } from './run-steps.ts'
import { build, chromiumTests, engineTests, oldestBrowsers, replicaTests } from './steps.ts'

readArguments({
  name: 'test:e2e',
  about: 'Builds the portal and tests it in Chromium, as replicas behind nginx, and in four engines.',
  settings: { CHROMIUM_PATH: 'the browser' },
})
await runSteps((reports) => [
  build,
  oldestBrowsers,
  chromiumTests(reports),
  replicaTests(reports),
  engineTests(reports),
])
