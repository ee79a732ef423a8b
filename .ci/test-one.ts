import { CommandError, runCommand } from '../api/command/command.ts'
import { findTestFiles, runChangedTests, runTests } from './run-tests.ts'

const command = {
  name: 'test:one',
  about:
    'Runs the tests of the files whose path contains the text: units, the API, or end to end with all that they need.',
  takes: '[text] [title of a test]',
  options: {
    changed: {
      type: 'string',
      value: '<commit or branch>',
      about: 'instead: those that import what differs from it, such as main',
    },
    project: {
      type: 'string',
      value: '<name>',
      about: 'of Playwright only: phone or desktop; chromium, old-chromium, firefox or webkit',
    },
  },
  settings: { CHROMIUM_PATH: 'the browser, for what is end to end' },
} as const

await runCommand(command, async ({ values: { changed, project }, positionals: [text, title] }) => {
  if (changed) return runChangedTests(changed)
  if (!text) throw new CommandError('Say which tests to run: a part of their path, or --changed main')
  const files = findTestFiles().filter((file) => file.includes(text))
  if (files.length === 0)
    throw new CommandError(`No test file has «${text}» in its path. Paths begin at the root of the repository`)
  await runTests(files, { title, project })
})
