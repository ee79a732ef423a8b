import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, runCommand, say } from '../api/command/command.ts'
import { type Affected, affectedBy } from './affected.ts'
import { importGraph } from './import-graph.ts'
import { findTestFiles, runEndToEnd, runTests } from './run-tests.ts'
import { root } from './step.ts'

const command = {
  name: 'test:changed',
  about: 'Runs the tests that a change may break, by what imports what, and prints why; `npm test` runs all of them.',
  takes: '[commit or branch that it is compared with]',
  options: { list: { type: 'boolean', about: 'only prints what would run' } },
  settings: { CHROMIUM_PATH: 'the browser, for what is end to end' },
} as const

await runCommand(command, async ({ values: { list }, positionals: [base = 'main'] }) => {
  const start = git('merge-base', base, 'HEAD')[0]
  if (!start) throw new CommandError(`${base} has no commit in common with this branch`)
  const changed = [...git('diff', '--name-only', start), ...git('ls-files', '--others', '--exclude-standard')]
  say(`${changed.length} files differ from ${base} (${start.slice(0, 8)})`)
  if (changed.length === 0) return
  const files = [...new Set([...git('ls-files'), ...changed])].filter((file) => existsSync(join(root, file)))
  const affected = affectedBy(changed, importGraph(files), read)
  print(affected)
  if (list) return
  await runTests([...testsOf(affected)])
  if (affected.screens.size > 0) await runEndToEnd(['tests/screens.spec.ts'], { grep: patternOf(affected.screens) })
})

/** The rules over the whole repository always run: they read its documents, its settings and what imports what. */
function testsOf({ everything, units, specs, replicas, engines }: Affected): Set<string> {
  const all = findTestFiles()
  const below = (folder: string) => all.filter((file) => file.startsWith(folder))
  if (everything) return new Set(all)
  return new Set([
    ...below('.ci/'),
    ...units.keys(),
    ...specs.keys(),
    ...(replicas ? below('e2e/replicas/') : []),
    ...(engines ? below('e2e/engines/') : []),
  ])
}

/** `@mfe-tips` is a tag; the name of a screen is a whole title. */
function patternOf(screens: Affected['screens']): string {
  return [...screens.keys()].map((name) => (name.startsWith('@') ? `${name}\\b` : `\\b${name}$`)).join('|')
}

function print({ everything, units, specs, screens, replicas, engines }: Affected): void {
  if (everything) {
    say(`Everything: ${everything}`)
    return
  }
  for (const [what, tests] of Object.entries({ 'Unit tests and the API': units, Journeys: specs, Screens: screens })) {
    say(`${what}: ${tests.size}`)
    for (const [test, reason] of tests) say(`  ${test}  ← ${reason}`)
  }
  if (replicas) say(`Replicas behind nginx  ← ${replicas}`)
  if (engines) say(`Journeys in three other engines  ← ${engines}`)
  say('Rules over the repository: always')
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

function git(...args: string[]): string[] {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
      .split('\n')
      .filter(Boolean)
  } catch {
    throw new CommandError(`git ${args.join(' ')} failed`)
  }
}
