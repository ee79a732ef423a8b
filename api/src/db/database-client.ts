import pg from 'pg'
import { requestContext } from '../process/request-context.ts'
import { activeSpan, traced } from '../tracing/tracing.ts'
import { withConnectionCode } from './error-code.ts'

/** Each connection stores its named statements, so their number is limited. */
const MAX_STATEMENTS = 500
/** Queries with more parameters contain a list of varying length. They are not named: each length is another text. */
const MAX_PARAMETERS = 32
/** SQLSTATE of “cached plan must not change result type”. */
export const PLAN_OUTDATED = '0A000'
/**
 * The function of PostgreSQL that waits for the standby. If the wait is canceled, the commit succeeds, and a warning
 * names this function. The text of the warning cannot be compared, because it is in the language of the server.
 */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN'

/** The commit is on the primary, but perhaps on no standby. It is lost if the primary is lost. */
export class UnreplicatedError extends Error {
  override readonly name = 'UnreplicatedError'
  /** SQLSTATE “transaction resolution unknown”. */
  readonly code = '08007'

  constructor() {
    super('the standby has not confirmed a transaction in time')
  }
}

/** The names of statements by their texts, shared by all connections of the process. */
const nameByText = new Map<string, string>()
let namesGiven = 0

/** `namesStatements` is false behind a pooler, which may run each transaction on another connection of the server. */
export type DatabaseClientConfig = pg.ClientConfig & { namesStatements?: boolean }

/**
 * A connection of the API. It names queries with parameters, so that PostgreSQL parses each of them only once, and soon
 * reuses its plan. It traces the queries of requests, and fails if no standby has confirmed a commit.
 */
export class DatabaseClient extends pg.Client {
  /** Identifies the connection in a message that cancels its query. The types of the driver lack these fields. */
  declare readonly processID: number
  declare readonly secretKey: number
  readonly #namesStatements: boolean
  #isUnreplicated = false
  #isLost = false

  constructor({ namesStatements = true, ...config }: DatabaseClientConfig) {
    super(config)
    this.#namesStatements = namesStatements
    this.on('notice', ({ routine }) => {
      if (routine === WAIT_FOR_STANDBY) this.#isUnreplicated = true
    })
    const noteLoss = () => {
      this.#isLost = true
    }
    this.once('error', noteLoss).once('end', noteLoss)
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads of the driver, with callbacks and streams, pass through.
  override query(...parameters: any[]): any {
    const [text, values] = parameters
    if (typeof text !== 'string' || typeof parameters.at(-1) === 'function')
      return super.query(...(parameters as [string]))
    // Work without a span, such as polling, gets no spans for its queries.
    if (!activeSpan()) return this.#run(text, values)
    const [operation = ''] = /\w+/.exec(text) ?? []
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text }
    return traced(operation.toUpperCase(), { scope: 'database', kind: 'client', attributes }, () =>
      this.#run(text, values),
    )
  }

  /** @throws UnreplicatedError */
  async #run(text: string, values: unknown[] | undefined): Promise<pg.QueryResult> {
    const result = await this.#send(text, values).catch((error: unknown) => {
      throw this.#isLost ? withConnectionCode(error) : error
    })
    const context = requestContext()
    if (context) context.hasQueried = true
    if (!this.#isUnreplicated) return result
    this.#isUnreplicated = false
    throw new UnreplicatedError()
  }

  #send(text: string, values: unknown[] | undefined): Promise<pg.QueryResult> {
    const name = this.#namesStatements ? statementName(text, values) : undefined
    if (name === undefined) return super.query(text, values)
    const isInTransaction = this.getTransactionStatus() === 'T'
    return super.query({ name, text, values: values ?? [] }).catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.code !== PLAN_OUTDATED) throw error
      // A migration has changed a table since the statement was prepared.
      forgetStatements()
      if (isInTransaction) throw error
      return super.query(text, values)
    })
  }
}

/** Makes all connections prepare their statements again, under new names. */
export function forgetStatements(): void {
  nameByText.clear()
}

function statementName(text: string, values: unknown[] = []): string | undefined {
  if (values.length === 0 || values.length > MAX_PARAMETERS) return undefined
  const known = nameByText.get(text)
  if (known !== undefined || nameByText.size >= MAX_STATEMENTS) return known
  namesGiven += 1
  const name = `portal_${namesGiven}`
  nameByText.set(text, name)
  return name
}
