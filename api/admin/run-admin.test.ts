import { describe, expect, test } from 'vitest'
import { nouns } from './nouns.ts'
import { runAdmin } from './run-admin.ts'

async function run(args: string[], env: Record<string, string> = {}) {
  const output: string[] = []
  const errors: string[] = []
  const surroundings = {
    env,
    print: (line: string) => output.push(line),
    printError: (line: string) => errors.push(line),
  }
  return { code: await runAdmin(args, surroundings), output: output.join('\n'), errors: errors.join('\n') }
}

const commands = Object.entries(nouns).flatMap(([noun, { verbs }]) => Object.keys(verbs).map((verb) => [noun, verb]))

test.each([[], ['--help'], ['-h']])('lists all commands: %j', async (...args) => {
  const { code, output } = await run(args)
  expect(code).toBe(0)
  expect(output).toMatch(/^Usage: npm run admin -- <noun> <verb>\n\n/)
  for (const [noun, verb] of commands) expect(output).toContain(`  ${noun} ${verb} `)
})

test('lists the commands of one noun', async () => {
  const { output } = await run(['restaurant'])
  expect(output).toContain('  restaurant close ')
  expect(output).not.toContain('audit')
  // The list has one sentence of each verb.
  expect(output).toContain('  Closes a restaurant.\n')
})

// spec: 9.48
test.each(commands)('%s %s has a page of help', async (noun = '', verb = '') => {
  const { code, output } = await run([noun, verb, '--help'])
  expect(code).toBe(0)
  expect(output).toMatch(
    new RegExp(`^Usage: npm run admin -- ${noun} ${verb} .*\\[options\\]\n\n\\S.*\\.\n\nOptions:\n`),
  )
  expect(output).toContain('--json')
  expect(output.includes('--dry-run')).toBe(nouns[noun]?.verbs[verb]?.writes === true)
})

test.each([
  [['table', 'list'], 'There is no table'],
  [['constructor'], 'There is no constructor'],
  [['restaurant', 'sell'], 'restaurant has no sell'],
  [['restaurant', 'create', '--name', 'Ёлки'], '--bank is missing'],
  [['restaurant', 'close', '--reason', 'Ремонт'], '<restaurant> is missing'],
  [
    ['restaurant', 'create', '--name', 'Ёлки', '--bank', 'Т-Банк', '--fee-share', '101'],
    '--fee-share must be a number from 0 to 100, .*',
  ],
  [
    ['restaurant', 'change', 'berezka', '--reason', 'Новое имя'],
    'Nothing is to be changed: give at least one of the options',
  ],
  [['reconciliation', 'show', 'yookassa'], 'yookassa is not the number of a comparison: .*'],
  [['restaurant', 'list', '--dry-run'], "Unknown option '--dry-run'"],
  [['audit', 'list', '--action', 'sold'], '--action must be one of restaurant_created, .*, not sold'],
])('rejects %j with the usage: %s', async (args, reason) => {
  const { code, errors } = await run(args, { ADMIN_TOKEN: 'olga:secret' })
  expect(code).toBe(2)
  expect(errors).toMatch(new RegExp(`^${reason}\n\nUsage: npm run admin -- `))
})

// spec: 9.48
test.each([
  [['employee', 'import', 'berezka', '/nowhere/team.csv'], '/nowhere/team.csv'],
  [
    ['reconciliation', 'run', '--provider', 'yookassa', '--day', '2026-11-20', '--statement', '/nowhere.csv'],
    '/nowhere.csv',
  ],
])('reports in one sentence that a file cannot be read: %j', async (args, file) => {
  const { code, errors } = await run(args, { ADMIN_TOKEN: 'olga:secret' })
  expect(code).toBe(1)
  expect(errors).toBe(`${file} cannot be read: ENOENT: no such file or directory, open '${file}'`)
})

describe('the portal', () => {
  const list = ['restaurant', 'list']
  const token = { ADMIN_TOKEN: 'olga:secret' }

  test('gets no request without a token', async () => {
    const { code, errors } = await run([...list, '--portal', 'https://tips.example'])
    expect(code).toBe(1)
    expect(errors).toMatch(/^ADMIN_TOKEN is missing/)
  })

  test('never gets the token over the network without encryption', async () => {
    const { errors } = await run([...list, '--portal', 'http://tips.example'], token)
    expect(errors).toBe('http://tips.example must begin with https, because the token would be sent without encryption')
  })

  test('is reported in one line if it cannot be reached', async () => {
    const { code, errors } = await run(list, { ...token, PORTAL_ORIGIN: 'http://127.0.0.1:1' })
    expect(code).toBe(1)
    expect(errors).toMatch(/^The portal at http:\/\/127\.0\.0\.1:1 cannot be reached: .+$/)
  })
})
