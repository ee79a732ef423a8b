import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
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
  expect(output).toMatch(/^Вызов: npm run admin -- <раздел> <команда>\n\n/)
  for (const [noun, verb] of commands) expect(output).toContain(`  ${noun} ${verb} `)
})

test('lists the commands of one noun', async () => {
  const { output } = await run(['restaurant'])
  expect(output).toContain('  restaurant close ')
  expect(output).not.toContain('audit')
  // The list has one sentence of each verb.
  expect(output).toContain('  Закрывает ресторан.\n')
})

// spec: 9.48
test.each(commands)('%s %s has a page of help', async (noun = '', verb = '') => {
  const { code, output } = await run([noun, verb, '--help'])
  expect(code).toBe(0)
  expect(output).toMatch(
    new RegExp(`^Вызов: npm run admin -- ${noun} ${verb} .*\\[параметры\\]\n\n[^a-z]+.*\\.\n\nПараметры:\n`),
  )
  expect(output).toContain('--json')
  expect(output.includes('--dry-run')).toBe(nouns[noun]?.verbs[verb]?.writes === true)
})

test.each([
  [['table', 'list'], 'Нет раздела table'],
  [['constructor'], 'Нет раздела constructor'],
  [['restaurant', 'sell'], 'В разделе restaurant нет команды sell'],
  [['restaurant', 'create', '--name', 'Ёлки'], 'Не хватает --bank'],
  [['restaurant', 'close', '--reason', 'Ремонт'], 'Не хватает <ресторан>'],
  [
    ['restaurant', 'create', '--name', 'Ёлки', '--bank', 'Т-Банк', '--fee-share', '101'],
    '--fee-share: нужно число от 0 до 100, а не «101»',
  ],
  [['restaurant', 'change', 'berezka', '--reason', 'Новое имя'], 'Менять нечего: укажите хотя бы один параметр'],
  [['reconciliation', 'show', 'yookassa'], '«yookassa» — не номер сверки. .*'],
  [['restaurant', 'list', 'berezka'], 'Лишнее слово: berezka'],
  [['restaurant', 'list', '--portal'], '--portal пишется со значением'],
  [['restaurant', 'list', '--json=yes'], '--json пишется без значения'],
  [['restaurant', 'list', '--dry-run'], 'Нет параметра --dry-run'],
  [['audit', 'list', '--action', 'sold'], '--action: подходит одно из restaurant_created, .*, а не «sold»'],
])('rejects %j with the usage: %s', async (args, reason) => {
  const { code, errors } = await run(args, { ADMIN_TOKEN: 'olga:secret' })
  expect(code).toBe(2)
  expect(errors).toMatch(new RegExp(`^${reason}\n\nВызов: npm run admin -- `))
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
  expect(errors).toBe(`Не удалось прочитать ${file}: ENOENT: no such file or directory, open '${file}'`)
})

test('ends silently when the reader of its output has read enough', () => {
  const program = join(import.meta.dirname, 'admin.ts')
  const { stderr } = spawnSync('sh', ['-c', '"$0" "$1" | true', process.execPath, program], { encoding: 'utf8' })
  expect(stderr).toBe('')
})

describe('the portal', () => {
  const list = ['restaurant', 'list']
  const token = { ADMIN_TOKEN: 'olga:secret' }

  test('gets no request without a token', async () => {
    const { code, errors } = await run([...list, '--portal', 'https://tips.example'])
    expect(code).toBe(1)
    expect(errors).toMatch(/^Нет ADMIN_TOKEN/)
  })

  test('never gets the token over the network without encryption', async () => {
    const { errors } = await run([...list, '--portal', 'http://tips.example'], token)
    expect(errors).toBe(
      'Адрес http://tips.example должен начинаться с https: иначе токен уйдёт по сети незашифрованным',
    )
  })

  test('is reported in one line if it cannot be reached', async () => {
    const { code, errors } = await run(list, { ...token, PORTAL_ORIGIN: 'http://127.0.0.1:1' })
    expect(code).toBe(1)
    expect(errors).toMatch(/^Портал http:\/\/127\.0\.0\.1:1 не отвечает: .+$/)
  })
})
