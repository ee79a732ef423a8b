/** Failed calls in a row that open a circuit. */
const FAILURE_THRESHOLD = 5
/** Milliseconds before the first probe of an open circuit; each failed probe doubles the delay up to the maximum. */
const OPEN_MS = 5_000
const MAX_OPEN_MS = 60_000

type Circuit = { failures: number; openUntil: number; openMs: number; probing: boolean }

type Options = {
  /** Milliseconds of a monotonic clock. */
  now?: () => number
  onOpen?: (key: string) => void
  onClose?: (key: string) => void
  /** Whether an error says that the bank fails; by default each does. */
  isFailure?: (error: unknown) => boolean
}

/**
 * Creates a circuit breaker for each bank. A closed circuit lets calls pass. `FAILURE_THRESHOLD` failures in a row open
 * it: no call passes until the delay is over. Then it is half-open and lets one probe pass. A successful probe closes
 * the circuit, a failed probe opens it for longer.
 */
export function createCircuits({
  now = () => performance.now(),
  onOpen,
  onClose,
  isFailure = () => true,
}: Options = {}) {
  const circuits = new Map<string, Circuit>()

  function isOpen({ failures }: Circuit): boolean {
    return failures >= FAILURE_THRESHOLD
  }

  return {
    /** Keys whose calls are blocked now. */
    blocked: (): string[] =>
      [...circuits].flatMap(([key, circuit]) =>
        isOpen(circuit) && (circuit.probing || now() < circuit.openUntil) ? [key] : [],
      ),

    /** Runs a call of a key that is not blocked and counts how it ends. */
    async run<T>(key: string, call: () => Promise<T>): Promise<T> {
      const circuit = circuits.get(key) ?? { failures: 0, openUntil: 0, openMs: OPEN_MS, probing: false }
      circuits.set(key, circuit)
      const isProbe = isOpen(circuit)
      if (isProbe) circuit.probing = true
      const succeeded = () => {
        if (isOpen(circuit)) onClose?.(key)
        circuit.failures = 0
        circuit.openMs = OPEN_MS
      }
      try {
        const result = await call()
        succeeded()
        return result
      } catch (error) {
        if (!isFailure(error)) {
          succeeded()
          throw error
        }
        circuit.failures += 1
        // Calls that were under way when the circuit opened do not change it.
        if (isProbe || circuit.failures === FAILURE_THRESHOLD) {
          circuit.openUntil = now() + circuit.openMs
          circuit.openMs = Math.min(MAX_OPEN_MS, circuit.openMs * 2)
          if (!isProbe) onOpen?.(key)
        }
        throw error
      } finally {
        if (isProbe) circuit.probing = false
      }
    },
  }
}
