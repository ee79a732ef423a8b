import type { TelemetryEvent } from '@portal/contracts/telemetry'
import type { FindSource } from './source-location.ts'

/**
 * Adds `source` to a log line of the API that reports a fault: the location in the source, or why it is unknown. Other
 * lines do not change.
 */
export async function traceLine(
  line: string,
  readMaps: (name: string, version: string) => Promise<FindSource>,
): Promise<string> {
  const logged = parsed(line)
  const { remote, version, place } = logged?.fault ?? {}
  if (!remote || !version || !place) return line
  const source = await readMaps(remote, version)
    .then((find) => find(place) ?? 'not in the source')
    .catch((error: Error) => error.message)
  return JSON.stringify({ ...logged, source })
}

function parsed(line: string): { fault?: Partial<TelemetryEvent> } | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
