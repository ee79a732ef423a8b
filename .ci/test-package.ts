import { dirname, relative } from 'node:path'
import { CommandError, runCommand } from '../api/command/command.ts'
import { findTestFiles, runTests } from './run-tests.ts'
import { root } from './step.ts'

const command = {
  name: 'test',
  about: 'In the folder of a package: runs its tests, or those of its files whose path contains the text.',
  takes: '[text] [title of a test]',
  settings: { CHROMIUM_PATH: 'the browser, for e2e' },
} as const

await runCommand(command, async ({ positionals: [text = '', title] }) => {
  // npm and pnpm set this variable for scripts.
  const { npm_package_json: manifest } = process.env
  const folder = manifest && relative(root, dirname(manifest))
  const files = findTestFiles().filter((file) => file.startsWith(`${folder}/`) && file.includes(text))
  if (files.length === 0) throw new CommandError(`There is no such test in ${folder ?? 'the folder of a package'}`)
  await runTests(files, { title })
})
