/** Failed calls in a row that open a circuit. */
const FAILURE_THRESHOLD = 5
/** The delay before the first probe of an open circuit. Each failed probe doubles it, up to the maximum. */
const OPEN_MS = 5_000
const MAX_OPEN_MS = 60_000

type Circuit = { failures: number; openUntil: number; openMs: number; isProbing: boolean }

type Options = {
  /** Returns the milliseconds of a monotonic clock. */
  now?: () => number
  onOpen: (bank: string) => void
  onClose: (bank: string) => void
  /** Returns whether an error says that the bank fails. */
  isFailure: (error: unknown) => boolean
}

/**
 * A circuit breaker for each bank. A closed circuit lets calls pass. `FAILURE_THRESHOLD` failures in a row open it: no
 * call passes until the delay is over. Then it is half-open and lets one probe pass. A successful probe closes the
 * circuit, a failed probe opens it for longer.
 */
export class BankCircuits {
  readonly #circuits = new Map<string, Circuit>()
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** The banks whose calls are blocked now. */
  blocked(): string[] {
    const now = this.#now()
    return [...this.#circuits].flatMap(([bank, circuit]) =>
      isOpen(circuit) && (circuit.isProbing || now < circuit.openUntil) ? [bank] : [],
    )
  }

  /** Runs a call of a bank that is not blocked, and counts how it ends. */
  async run<T>(bank: string, call: () => Promise<T>): Promise<T> {
    const circuit = this.#circuits.get(bank) ?? { failures: 0, openUntil: 0, openMs: OPEN_MS, isProbing: false }
    this.#circuits.set(bank, circuit)
    const isProbe = isOpen(circuit)
    if (isProbe) circuit.isProbing = true
    try {
      const result = await call()
      this.#countSuccess(bank, circuit)
      return result
    } catch (error) {
      if (this.#options.isFailure(error)) this.#countFailure(bank, circuit, isProbe)
      else this.#countSuccess(bank, circuit)
      throw error
    } finally {
      if (isProbe) circuit.isProbing = false
    }
  }

  #countSuccess(bank: string, circuit: Circuit): void {
    if (isOpen(circuit)) this.#options.onClose(bank)
    circuit.failures = 0
    circuit.openMs = OPEN_MS
  }

  #countFailure(bank: string, circuit: Circuit, isProbe: boolean): void {
    circuit.failures += 1
    // Calls that were under way when the circuit opened do not change it.
    if (!isProbe && circuit.failures !== FAILURE_THRESHOLD) return
    circuit.openUntil = this.#now() + circuit.openMs
    circuit.openMs = Math.min(MAX_OPEN_MS, circuit.openMs * 2)
    if (!isProbe) this.#options.onOpen(bank)
  }

  #now(): number {
    return this.#options.now?.() ?? performance.now()
  }
}

function isOpen({ failures }: Circuit): boolean {
  return failures >= FAILURE_THRESHOLD
}
