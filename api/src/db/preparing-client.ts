import pg from 'pg'
import { activeSpan, traced } from '../tracing/tracing.ts'

/** Each connection stores its prepared queries; lists of varying length would add a query each. */
const MAX_STATEMENTS = 500
/** A query with more parameters has such a list. */
const MAX_PARAMETERS = 32
/** SQLSTATE of “cached plan must not change result type”. */
export const PLAN_OUTDATED = '0A000'

const nameByText = new Map<string, string>()
let namesGiven = 0

/** `prepare: false`: a pooler is in between, whose transactions may each have another connection of the server. */
export type PreparingConfig = pg.ClientConfig & { prepare?: boolean }

/**
 * A connection that prepares each query with parameters when it runs for the first time: afterwards PostgreSQL neither
 * parses it nor, after some executions, plans it. All connections of the process use the same names.
 */
export class PreparingClient extends pg.Client {
  readonly #prepares: boolean

  constructor({ prepare = true, ...config }: PreparingConfig) {
    super(config)
    this.#prepares = prepare
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver, with callbacks and streams, pass through.
  override query(...parameters: any[]): any {
    const [text] = parameters
    // Work without a span, as that of pollers, has none for each of its queries either.
    if (!activeSpan() || typeof text !== 'string' || typeof parameters.at(-1) === 'function')
      return this.#prepareAndQuery(parameters)
    const [operation = ''] = /\w+/.exec(text) ?? []
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
    return traced(operation.toUpperCase(), { scope: 'database', kind: 'client', attributes }, () =>
      this.#prepareAndQuery(parameters),
    )
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above.
  #prepareAndQuery(parameters: any[]): any {
    const [text, values] = parameters
    const name = this.#prepares && isPreparable(parameters) ? nameOf(text) : undefined
    if (name === undefined) return super.query(...(parameters as [string]))
    const isInTransaction = this.getTransactionStatus() === 'T'
    return super.query({ name, text, values }).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.code !== PLAN_OUTDATED) throw error
      // A migration has changed a table meanwhile.
      prepareAgain()
      if (isInTransaction) throw error
      return super.query(text, values)
    })
  }
}

/** From now on each connection prepares all queries again, under new names. */
export function prepareAgain(): void {
  nameByText.clear()
}

function isPreparable([text, values, ...rest]: unknown[]): boolean {
  const isPlain = typeof text === 'string' && Array.isArray(values) && rest.length === 0
  return isPlain && values.length > 0 && values.length <= MAX_PARAMETERS
}

function nameOf(text: string): string | undefined {
  const known = nameByText.get(text)
  if (known !== undefined || nameByText.size >= MAX_STATEMENTS) return known
  namesGiven += 1
  const name = `portal_${namesGiven}`
  nameByText.set(text, name)
  return name
}
