import { randomUUID } from 'node:crypto'
import type { OutgoingRequest } from '@portal/command/send-request'
import type { TelemetryEvent } from '@portal/contracts/telemetry'

/** A fault without personal data, how often it was reported, and by whom. */
export type ReportedFault = TelemetryEvent & { times: number; reporter: 'user' | 'stranger' }

/** A DSN is `https://<key>@<host>/<project>`. https://develop.sentry.dev/sdk/foundations/transport/envelopes */
export function toSentryRequest(dsn: URL, fault: ReportedFault): OutgoingRequest {
  const [, folder = '', project = ''] = /^(.*)\/([^/]+)\/?$/.exec(dsn.pathname) ?? []
  const event = toSentryEvent(fault)
  const lines = [{ event_id: event.event_id, sent_at: new Date().toISOString() }, { type: 'event' }, event]
  return {
    url: `${dsn.origin}${folder}/api/${project}/envelope/`,
    headers: {
      'content-type': 'application/x-sentry-envelope',
      'x-sentry-auth': `Sentry sentry_version=7, sentry_client=chaevye/1.0, sentry_key=${dsn.username}`,
    },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  }
}

function toSentryEvent({ kind, remote, version, name, message, place, route, times, reporter }: ReportedFault) {
  const { file, line, column } = parsePlace(place)
  // Source maps are uploaded with the prefix `app:///`.
  const frame = { filename: `app:///${file}`, abs_path: `app:///${file}`, lineno: line, colno: column, in_app: true }
  return {
    event_id: randomUUID().replaceAll('-', ''),
    timestamp: Date.now() / 1_000,
    platform: 'javascript',
    level: 'error',
    release: `${remote}@${version}`,
    transaction: route,
    tags: { kind, remote, reporter },
    extra: { times },
    exception: {
      values: [{ type: name ?? kind, value: message ?? '', ...(file && { stacktrace: { frames: [frame] } }) }],
    },
  }
}

/** `overview.js:1:2345` */
function parsePlace(place = ''): { file?: string; line?: number; column?: number } {
  const [, file, line, column] = /^(.+):(\d+):(\d+)$/.exec(place) ?? []
  return file === undefined ? {} : { file, line: Number(line), column: Number(column) }
}
