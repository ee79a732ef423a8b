import type { ReleaseName } from '@portal/shared/page-protocol'

/** Reports to telemetry what a release of a remote does to the page. */
export function report(release: ReleaseName, name: string, message: string): void {
  window.portal.note({ error: Object.assign(new Error(message), { name }), release })
}
