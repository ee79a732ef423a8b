import type { Arguments, Declaration } from '@portal/command/declaration'
import type { Endpoint } from '@portal/contracts/endpoint'
import type { Call } from './client.ts'
import type { Columns } from './table.ts'

type Options = NonNullable<Declaration['options']>

type Work<O extends Options> = Arguments<O> & {
  /** Calls an endpoint of the portal. @throws Rejected */
  call: Call
  /** The address of the portal, for links. */
  origin: string
  /** Prints a line before the result, unless the result is wanted as JSON. */
  note(line: string): void
}

/** One verb, such as `restaurant create`: its texts for `--help`, and what it does. */
type VerbDefinition<O extends Options> = Pick<Declaration<O>, 'about' | 'takes' | 'options'> & {
  /** Whether the verb changes something. If so, `--dry-run` shows the change without making it. */
  writes?: true
  /** Returns the result. An array is printed as a table, an object as lines, undefined as «Готово.». */
  run(work: Work<O>): Promise<unknown>
  /** The fields to print as columns or lines; by default all. */
  columns?: Columns
  /** Returns whether a result is a failure, such as a discrepancy. The exit code is then 1. */
  fails?(result: unknown): boolean
}

export type Verb = VerbDefinition<Options>

export type Noun = { about: string; verbs: Record<string, Verb> }

/** Lets TypeScript infer the types of the options for `run`. */
export function verb<const O extends Options = Record<never, never>>(definition: VerbDefinition<O>): Verb {
  return definition as unknown as Verb
}

const why = { type: 'string', value: '<текст>', about: 'причина, для журнала' } as const

/** Decisions need a reason. */
export const reason = { reason: { ...why, required: true } } as const
/** Other changes may have one. */
export const optionalReason = { reason: why } as const

/** A verb for a decision of an operator: `endpoint` takes only the id and a reason. */
export function decision(endpoint: Endpoint, definition: Pick<Verb, 'about' | 'takes' | 'columns'>): Verb {
  return verb({
    ...definition,
    writes: true,
    options: reason,
    run: ({ call, positionals: [id = ''], values }) =>
      call(endpoint, { params: { id }, body: { reason: values.reason } }),
  })
}
