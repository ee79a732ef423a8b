import { type ParseArgsOptionDescriptor, parseArgs } from 'node:util'

type Options = Record<string, ParseArgsOptionDescriptor & { about: string; value?: string; required?: true }>

/** The arguments of a command; `--help` prints them, and anything else is rejected. */
export type Declaration<O extends Options = Options> = {
  /** The script in package.json, perhaps with its first arguments: `release:canary`, `admin -- user block`. */
  name: string
  /** The command is a program of its own, not a script of package.json. */
  isProgram?: boolean
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

/** A wrong use of a command, reported with its usage. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** Returns undefined when help is requested. @throws UsageError for undeclared arguments */
export function parse<O extends Options>(declared: Declaration<O>, args: readonly string[]): Arguments<O> | undefined {
  const { takes = '', options } = declared
  const help = { type: 'boolean', short: 'h' } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { ...options, help } as O & { help: typeof help },
      allowPositionals: true,
    })
    if ((values as { help?: boolean }).help) return undefined
    requireCount(takes, positionals)
    requireOptions(options, values)
    return { values: values as Arguments<O>['values'], positionals }
  } catch (error) {
    if (error instanceof UsageError || String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')) {
      // The first sentence names the problem; the others suggest what might have been meant.
      throw new UsageError((error as Error).message.split('. ')[0])
    }
    throw error
  }
}

function requireCount(takes: string, positionals: readonly string[]): void {
  const known = takes.match(/<[^>]*>|\[[^\]]*\]/g) ?? []
  const missing = known[positionals.length]
  if (missing?.startsWith('<')) throw new UsageError(`${missing} is missing`)
  if (!takes.includes('…') && positionals.length > known.length) {
    throw new UsageError(`Unexpected argument '${positionals[known.length]}'`)
  }
}

function requireOptions(options: Options = {}, values: object): void {
  const missing = Object.keys(options).find((name) => options[name]?.required && !(name in values))
  if (missing) throw new UsageError(`--${missing} is missing`)
}

export function usage({ name, isProgram = false, about, takes, options = {}, settings = {} }: Declaration): string {
  const script = isProgram ? name : ['start', 'test'].includes(name) ? `npm ${name}` : `npm run ${name}`
  const own = Object.entries(options).map(([option, { short, value, about }]): Row => {
    return [`${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`, about]
  })
  const required = Object.entries(options).map(([name, { value }]) => options[name]?.required && `--${name} ${value}`)
  const words = [takes, ...required, own.length > 0 && '[options]'].filter(Boolean)
  const separator = isProgram || name.includes(' -- ') ? [] : ['--']
  return [
    `Usage: ${[script, ...(words.length > 0 ? [...separator, ...words] : [])].join(' ')}`,
    '',
    about,
    '',
    'Options:',
    ...table([...own, ['-h, --help', 'prints this']]),
    ...(Object.keys(settings).length > 0 ? ['', 'Environment:', ...table(Object.entries(settings))] : []),
    '',
  ].join('\n')
}

type Row = [name: string, about: string]

function table(rows: readonly Row[]): string[] {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`)
}
