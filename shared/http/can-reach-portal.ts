// Separate from online.ts, because telemetry does without React.

/** Responds without a session. */
const probeAddress = '/api/v1/public-settings'
const PROBE_TIMEOUT_MS = 10_000

/** Sends a request and returns whether a response has come. */
export function canReachPortal(): Promise<boolean> {
  return fetch(probeAddress, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    () => true,
    () => false,
  )
}
