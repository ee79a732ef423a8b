import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util'

type Options = Record<string, ParseArgsOptionDescriptor & { about: string; value?: string; required?: true }>

/** The arguments of a command; `--help` prints them, and anything else is rejected. */
export type Declaration<O extends Options = Options> = {
  /** The script in package.json, perhaps with its first arguments: `release:canary`, `admin -- user block`. */
  name: string
  /** The command is a program of its own, not a script of package.json. */
  isProgram?: boolean
  /** The language of its texts, English unless set. */
  language?: 'en' | 'ru'
  /** A description in one sentence. */
  about: string
  /** `<remote> [name …]`: angle brackets mark required arguments, `…` repeated ones. Absent: there are no arguments. */
  takes?: string
  options?: O
  /** Environment variables that it reads, with their meaning. */
  settings?: Record<string, string>
  /** The command continues when the reader of its output has closed the pipe, as a server should. */
  outlivesReader?: boolean
}

export type Arguments<O extends Options> = {
  values: ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>['values'] & {
    [Name in keyof O as O[Name] extends { required: true } ? Name : never]: string
  }
  positionals: string[]
}

/** The words of the usage, and of what is wrong with the arguments. */
const words = {
  en: {
    usage: 'Usage',
    options: 'Options',
    settings: 'Environment',
    prints: 'prints this',
    missing: (name: string) => `${name} is missing`,
    unexpected: (argument: string) => `Unexpected argument '${argument}'`,
    // The first sentence names the problem; the others suggest what might have been meant.
    wrongOption: (message: string) => message.split('. ')[0],
  },
  ru: {
    usage: 'Вызов',
    options: 'Параметры',
    settings: 'Переменные среды',
    prints: 'печатает эту справку',
    missing: (name: string) => `Не хватает ${name}`,
    unexpected: (argument: string) => `Лишнее слово: ${argument}`,
    wrongOption: russianProblem,
  },
}

type Words = (typeof words)['en' | 'ru']

/** The problem that Node's parser reports in English, `Unknown option '--dry'. …` → `Нет параметра --dry`. */
function russianProblem(message: string, code: string | undefined): string {
  const [, option = ''] = /'([^' ]*)/.exec(message) ?? []
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `Нет параметра ${option}`
  return message.includes('does not take') ? `${option} пишется без значения` : `${option} пишется со значением`
}

/** A wrong use of a command, reported with its usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Returns undefined when help is requested. @throws UsageError for undeclared arguments */
export function parse<O extends Options>(declared: Declaration<O>, args: readonly string[]): Arguments<O> | undefined {
  const { takes = '', options, language = 'en' } = declared
  const help = { type: 'boolean', short: 'h' } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, help } as O & { help: typeof help },
      allowPositionals: true,
    })
    if ((values as { help?: boolean }).help) return undefined
    requireCount(takes, positionals, words[language])
    requireOptions(options, values, words[language])
    return { values: values as Arguments<O>['values'], positionals }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw code?.startsWith('ERR_PARSE_ARGS') ? new UsageError(words[language].wrongOption(message, code)) : error
  }
}

function requireCount(takes: string, positionals: readonly string[], { missing, unexpected }: Words): void {
  const known = takes.match(/<[^>]*>|\[[^\]]*\]/g) ?? []
  const next = known[positionals.length]
  if (next?.startsWith('<')) throw new UsageError(missing(next))
  const extra = positionals[known.length]
  if (!takes.includes('…') && extra !== undefined) throw new UsageError(unexpected(extra))
}

function requireOptions(options: Options = {}, values: object, { missing }: Words): void {
  const name = Object.keys(options).find((option) => options[option]?.required && !(option in values))
  if (name) throw new UsageError(missing(`--${name}`))
}

export function usage({
  name,
  isProgram = false,
  language = 'en',
  about,
  takes,
  options = {},
  settings = {},
}: Declaration): string {
  const titles = words[language]
  const script = isProgram ? name : ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`
  const own = Object.entries(options).map(([option, { short, value, about }]): Row => {
    return [`${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`, about]
  })
  const required = Object.entries(options).map(([name, { value }]) => options[name]?.required && `--${name} ${value}`)
  const parts = [takes, ...required, own.length > 0 && `[${titles.options.toLowerCase()}]`].filter(Boolean)
  const separator = isProgram || name.includes(' -- ') ? [] : ['--']
  return [
    `${titles.usage}: ${[script, ...(parts.length > 0 ? [...separator, ...parts] : [])].join(' ')}`,
    '',
    about,
    '',
    `${titles.options}:`,
    ...table([...own, ['-h, --help', titles.prints]]),
    ...(Object.keys(settings).length > 0 ? ['', `${titles.settings}:`, ...table(Object.entries(settings))] : []),
    '',
  ].join('\n')
}

type Row = [name: string, about: string]

function table(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`)
}
