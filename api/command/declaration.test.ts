import { expect, test } from 'vitest'
import { parse, usage } from './declaration.ts'

const canary = {
  name: 'release:canary',
  about: 'Releases a remote for some browsers.',
  takes: '<remote>',
  options: { percent: { type: 'string', value: '<1-99>', about: 'of how many browsers' } },
  settings: { RELEASES: 'a folder' },
} as const

test('returns an option by name and an argument by position', () => {
  const read = parse(canary, ['mfe-tips', '--percent', '10'])
  expect({ ...read?.values }).toEqual({ percent: '10' })
  expect(read?.positionals).toEqual(['mfe-tips'])
})

test.each([['--help'], ['-h'], ['mfe-tips', '--help', '--percent', '10']])(
  '%s %s → no arguments, but help',
  (...args) => {
    expect(parse(canary, args)).toBeUndefined()
  },
)

test.each([
  [['mfe-tips', '--nonsense'], "Unknown option '--nonsense'"],
  [['mfe-tips', '--percent'], "Option '--percent <value>' argument missing"],
  [[], '<remote> is missing'],
  [['mfe-tips', 'mfe-payouts'], "Unexpected argument 'mfe-payouts'"],
])('rejects %j: %s', (args, reason) => {
  expect(() => parse(canary, args)).toThrow(reason)
})

test('accepts the last argument several times when it is declared so', () => {
  const read = parse({ ...canary, takes: '<remote> [more …]' }, ['mfe-tips', 'mfe-payouts', 'mfe-settings'])
  expect(read?.positionals).toHaveLength(3)
})

test('prints the usage with the npm command, its options and its environment', () => {
  expect(usage(canary)).toBe(`Usage: npm run release:canary -- <remote> [options]

Releases a remote for some browsers.

Options:
  --percent <1-99>  of how many browsers
  -h, --help        prints this

Environment:
  RELEASES  a folder
`)
})

test('a Russian command is explained in Russian', () => {
  const declared = { ...canary, language: 'ru', about: 'Выпускает часть портала.' } as const
  expect(usage(declared)).toMatch(
    /^Вызов: npm run release:canary -- <remote> \[параметры\]\n[\s\S]*Параметры:\n[\s\S]*Переменные среды:\n/,
  )
  expect(() => parse(declared, ['mfe-tips', '--nonsense=1'])).toThrow('Нет параметра --nonsense')
  expect(() => parse(declared, [])).toThrow('Не хватает <remote>')
})

test('requires the options that are declared so', () => {
  const declared = {
    name: 'admin -- restaurant create',
    about: 'Creates a restaurant.',
    options: { name: { type: 'string', value: '<text>', about: 'its name', required: true } },
  } as const
  expect(() => parse(declared, [])).toThrow('--name is missing')
  expect(parse(declared, ['--name', 'Ёлки'])?.values.name).toBe('Ёлки')
  expect(usage(declared)).toMatch(/^Usage: npm run admin -- restaurant create --name <text> \[options\]\n/)
})
