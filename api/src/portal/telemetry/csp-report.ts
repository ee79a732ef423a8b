import { cutText } from '@portal/contracts/characters'
import type { TelemetryEvent } from '@portal/contracts/telemetry'
import * as z from 'zod/mini'
import { unknownRelease } from './live-releases.ts'

const text = z.optional(z.nullable(z.string()))

const Legacy = z.object({
  'csp-report': z.object({
    'document-uri': z.string(),
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': text,
  }),
})

const Report = z.object({
  type: z.literal('csp-violation'),
  body: z.object({ documentURL: z.string(), effectiveDirective: z.string(), blockedURL: text, sourceFile: text }),
})

type Violation = { page: string; directive: string; blocked: string; source: string }

/**
 * Reads the violations of the policy on pages of `origin`, in either format of browsers. Other reports are ignored, and
 * so are violations by extensions of the browser.
 */
export function cspFaults(report: unknown, origin: string): TelemetryEvent[] {
  return violationsIn(report)
    .filter(({ page, blocked, source }) => toOrigin(page) === origin && ![blocked, source].some(isExtension))
    .map(({ directive, blocked, source }) => ({
      kind: 'csp',
      ...toRelease(source, blocked),
      name: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? 'unknown',
      message: `Blocked: ${toOrigin(blocked) ?? cutText(blocked, 40)}`,
    }))
}

function violationsIn(report: unknown): Violation[] {
  const legacy = Legacy.safeParse(report)
  if (legacy.success) {
    const violation = legacy.data['csp-report']
    return [
      {
        page: violation['document-uri'],
        directive: violation['effective-directive'] ?? violation['violated-directive'] ?? '',
        blocked: violation['blocked-uri'] ?? '',
        source: violation['source-file'] ?? '',
      },
    ]
  }
  return (Array.isArray(report) ? report.slice(0, 50) : []).flatMap((one) => {
    const { data } = Report.safeParse(one)
    if (!data) return []
    const { documentURL, effectiveDirective, blockedURL, sourceFile } = data.body
    return [{ page: documentURL, directive: effectiveDirective, blocked: blockedURL ?? '', source: sourceFile ?? '' }]
  })
}

/** Finds the release by the address of the script that caused the violation or was blocked. Default: the shell. */
function toRelease(...urls: string[]): Pick<TelemetryEvent, 'remote' | 'version'> {
  for (const url of urls) {
    const [, remote, version] = /\/releases\/(shell|mfe-[a-z-]{1,40})\/([\w.-]{1,64})\//.exec(url) ?? []
    // The address of a file of the shell does not contain the version.
    if (remote && version) return { remote, version: remote === 'shell' ? unknownRelease : version }
  }
  return { remote: 'shell', version: unknownRelease }
}

/** Returns undefined for `inline`, `eval` and other keywords that are no address. */
function toOrigin(url: string): string | undefined {
  return URL.canParse(url) && url.includes('//') ? new URL(url).origin : undefined
}

function isExtension(url: string): boolean {
  return /^[a-z-]*extension\b/.test(url)
}
