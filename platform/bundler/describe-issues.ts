import type { ZodError } from 'zod'

/** Returns the first problem of each field: `manifest.routes is missing`, `manifest.paths.0: Too big: …`. */
export function describeIssues(error: ZodError | undefined): string[] {
  const problems = new Map<string, string>()
  for (const { path, message } of error?.issues ?? []) {
    const field = path.join('.')
    const isMissing = message.endsWith('received undefined')
    const described = field ? `${field}: ${message}` : message
    if (!problems.has(field)) problems.set(field, isMissing ? `${field} is missing` : described)
  }
  return [...problems.values()]
}
