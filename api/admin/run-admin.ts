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
  ADMIN_TOKEN: 'your entry in the API’s setting of this name, such as olga:<secret>',
  PORTAL_ORIGIN: 'the address of the portal, if --portal is absent',
}

const common = {
  portal: {
    type: 'string',
    value: '<address>',
    about: 'the address of the portal; default: PORTAL_ORIGIN, or http://localhost:3000',
  },
  json: { type: 'boolean', about: 'prints the result as JSON' },
} as const
const dryRun = { 'dry-run': { type: 'boolean', about: 'shows what would change, and changes nothing' } } as const

/** Runs `<noun> <verb> …`. Returns the exit code: 1 for a rejected request, 2 for wrong arguments. */
export async function runAdmin(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { print, printError } = surroundings
  const [nounName = '', verbName = '', ...rest] = args
  const noun = Object.hasOwn(nouns, nounName) ? nouns[nounName] : undefined
  if (!noun)
    return nounName === '' || isHelp(nounName) ? show(print, overview()) : wrong(`There is no ${nounName}`, overview())
  const verb = Object.hasOwn(noun.verbs, verbName) ? noun.verbs[verbName] : undefined
  const verbs = overview(nounName)
  if (!verb)
    return verbName === '' || isHelp(verbName) ? show(print, verbs) : wrong(`${nounName} has no ${verbName}`, verbs)
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
    if (isDryRun) printError('A dry run: nothing is changed.')
    const result = await verb.run({ ...read, call, origin: target.origin, note }).catch(toProposed)
    if (result instanceof Proposed) {
      note(
        `Proposed. Another operator must confirm it with the same command within ${PROPOSAL_DAYS} days: \`proposal list\`.`,
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
  return typeof result === 'object' && result !== null ? formatLines(result, columns) : ['Done.']
}

function toDeclaration(name: string, { about, takes, options, writes }: Verb): Declaration {
  return {
    name: `admin -- ${name}`,
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
  const about =
    nounName === undefined ? 'Administers restaurants, users and money as an operator.' : nouns[nounName]?.about
  const head = usage({ name: 'admin', about: about ?? '', takes: `${nounName ?? '<noun>'} <verb>`, settings })
  const width = Math.max(...commands.map(({ command }) => command.length))
  return [head, 'Commands:', ...commands.map((row) => `  ${row.command.padEnd(width)}  ${row.about}`), ''].join('\n')
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
