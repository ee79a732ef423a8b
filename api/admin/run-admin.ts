import { type Declaration, parse, UsageError, usage } from '@portal/command/declaration'
import { PROPOSAL_DAYS } from '@portal/contracts/admin/proposal'
import { createClient, Proposed, Rejected, readTarget } from './client.ts'
import { nouns } from './nouns.ts'
import { formatLines, formatTable } from './table.ts'
import type { Verb } from './verb.ts'

type Surroundings = {
  env: Record<string, string | undefined>
  print(line: string): void
  printError(line: string): void
}

const settings = {
  ADMIN_TOKEN: 'ваше имя и секрет из одноимённой настройки API: olga:<секрет>',
  PORTAL_ORIGIN: 'адрес портала, если нет --portal',
}

const common = {
  portal: {
    type: 'string',
    value: '<адрес>',
    about: 'адрес портала; без него PORTAL_ORIGIN или http://localhost:3000',
  },
  json: { type: 'boolean', about: 'печатает ответ портала как JSON' },
} as const
const dryRun = { 'dry-run': { type: 'boolean', about: 'показывает, что изменилось бы, и ничего не меняет' } } as const

/** Runs `<noun> <verb> …`. Returns the exit code: 1 for a rejected request, 2 for wrong arguments. */
export async function runAdmin(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { print, printError } = surroundings
  const [nounName = '', verbName = '', ...rest] = args
  const noun = Object.hasOwn(nouns, nounName) ? nouns[nounName] : undefined
  if (!noun)
    return nounName === '' || isHelp(nounName) ? show(print, overview()) : wrong(`Нет раздела ${nounName}`, overview())
  const verb = Object.hasOwn(noun.verbs, verbName) ? noun.verbs[verbName] : undefined
  const verbs = overview(nounName)
  if (!verb)
    return verbName === '' || isHelp(verbName)
      ? show(print, verbs)
      : wrong(`В разделе ${nounName} нет команды ${verbName}`, verbs)
  return await runVerb(toDeclaration(`${nounName} ${verbName}`, verb), verb, rest, surroundings)

  function wrong(message: string, help: string): number {
    printError(`${message}\n\n${help}`)
    return 2
  }
}

async function runVerb(
  declared: Declaration,
  verb: Verb,
  args: readonly string[],
  { env, print, printError }: Surroundings,
): Promise<number> {
  try {
    const read = parse(declared, args)
    if (!read) return show(print, usage(declared))
    const { json, portal, 'dry-run': isDryRun } = read.values as { json?: true; portal?: string; 'dry-run'?: true }
    const target = await readTarget(env, portal)
    const call = createClient({ ...target, dryRun: isDryRun === true })
    const note = (line: string) => (json ? printError(line) : print(line))
    if (isDryRun) printError('Пробный прогон: ничего не изменено.')
    const result = await verb.run({ ...read, call, origin: target.origin, note }).catch(toProposed)
    if (result instanceof Proposed) {
      note(
        `Предложено. Теперь другой оператор должен повторить ту же команду в течение ${PROPOSAL_DAYS} дней: \`proposal list\`.`,
      )
      if (json) print(JSON.stringify(result.proposal, null, 2))
      return 0
    }
    if (json) print(JSON.stringify(result ?? null, null, 2))
    else for (const line of resultLines(result, verb)) print(line)
    return verb.fails?.(result) ? 1 : 0
  } catch (error) {
    if (error instanceof UsageError) printError(`${error.message}\n\n${usage(declared)}`)
    else if (error instanceof Rejected) printError(error.message)
    else throw error
    return error instanceof UsageError ? 2 : 1
  }
}

/** Returns a proposal as a result, because it is not a failure: another operator confirms it. Throws other errors. */
function toProposed(error: unknown): Proposed {
  if (error instanceof Proposed) return error
  throw error
}

function resultLines(result: unknown, { columns }: Verb): string[] {
  if (Array.isArray(result)) return formatTable(result, columns)
  return typeof result === 'object' && result !== null ? formatLines(result, columns) : ['Готово.']
}

function toDeclaration(name: string, { about, takes, options, writes }: Verb): Declaration {
  return {
    name: `admin -- ${name}`,
    language: 'ru',
    about,
    ...(takes && { takes }),
    options: { ...options, ...(writes && dryRun), ...common },
    settings,
  }
}

/** Lists the nouns, or the verbs of one. */
function overview(nounName?: string): string {
  const listed = Object.entries(nouns).filter(([name]) => nounName === undefined || name === nounName)
  const commands = listed.flatMap(([noun, { verbs }]) =>
    Object.entries(verbs).map(([verb, { about }]) => ({ command: `${noun} ${verb}`, about: firstSentence(about) })),
  )
  const about = nounName === undefined ? 'Работа оператора: рестораны, люди и деньги.' : nouns[nounName]?.about
  const head = usage({
    name: 'admin',
    language: 'ru',
    about: about ?? '',
    takes: `${nounName ?? '<раздел>'} <команда>`,
    settings,
  })
  const width = Math.max(...commands.map(({ command }) => command.length))
  return [head, 'Команды:', ...commands.map((row) => `  ${row.command.padEnd(width)}  ${row.about}`), ''].join('\n')
}

/** The list of verbs shows one sentence of each; `--help` of a verb shows all. */
function firstSentence(text: string): string {
  return text.replace(/(?<=\.) .*/, '')
}

function isHelp(argument: string): boolean {
  return argument === '--help' || argument === '-h'
}

function show(print: (line: string) => void, text: string): number {
  print(text.trimEnd())
  return 0
}
