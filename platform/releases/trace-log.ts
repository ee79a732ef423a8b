import type { TelemetryEvent } from '@portal/contracts/telemetry'
import type { FindSource } from './source-place.ts'

/**
 * Adds the line of the source to a line of the API's log that reports a fault: `source`, or why it is not known. Returns other lines as they
 * are.
 */
export async function traceLine(
  line: string,
  mapsOf: (name: string, version: string) => Promise<FindSource>,
): Promise<string> {
  const logged = parsed(line)
  const { remote, version, place } = logged?.fault ?? {}
  if (!remote || !version || !place) return line
  const source = await mapsOf(remote, version)
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
