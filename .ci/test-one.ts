import { CommandError, runCommand } from '../api/command/command.ts'
import { findTestFiles, runTests } from './run-tests.ts'

const command = {
  name: 'test:one',
  about:
    'Runs the tests of the files whose path contains the text: units, the API, or end to end with all that they need.',
  takes: '<text> [title of a test]',
  options: {
    project: {
      type: 'string',
      value: '<name>',
      about: 'of Playwright alone: phone or desktop; chromium, old-chromium, firefox or webkit',
    },
  },
  settings: { CHROMIUM_PATH: 'the browser, for what is end to end' },
} as const

await runCommand(command, async ({ values: { project }, positionals: [text = '', title] }) => {
  const files = findTestFiles().filter((file) => file.includes(text))
  if (files.length === 0) throw new CommandError(`No test has ${text} in its path`)
  await runTests(files, { title, project })
})
