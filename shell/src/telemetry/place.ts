import type { TelemetryEvent } from '@portal/contracts/telemetry'

/** `https://tips.example/releases/mfe-tips/3f2a91c04be7/page.js?attempt=2:1:20` */
const frame = /\/releases\/([\w-]+)\/([\w.-]+)\/([\w.-]{1,60}\.js)(?:\?[^\s:)]*)?:(\d{1,7}):(\d{1,7})/g

/**
 * Returns the nearest location in the built code of a release, `page.js:1:20`. Source maps map it to a line of the
 * source (`release:trace`). Addresses of the shell's files contain no version: they belong to the release of the page.
 */
export function placeIn(
  trace: string,
  { remote, version }: Pick<TelemetryEvent, 'remote' | 'version'>,
): string | undefined {
  for (const [, name, versionInAddress, file, line, column] of trace.matchAll(frame)) {
    if (name === remote && (name === 'shell' || versionInAddress === version)) return `${file}:${line}:${column}`
  }
  return undefined
}
