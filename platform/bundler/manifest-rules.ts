import { MAX_LABEL_LENGTH } from '@portal/shared/manifest'
import * as z from 'zod'

// What a remote may say of itself in manifest.ts. All pages have the menu and the routes of all remotes, so one remote
// could break the others or take their place. A build and the gate refuse what is outside of these bounds, and a portal
// server leaves it out.

/** An address in its only spelling: the router also matches it in capitals, with more slashes, and percent-encoded. */
const path = z
  .string()
  .max(80)
  .regex(/^\/$|^(\/[a-z0-9_-]+)+$/, 'an address is written with a-z, 0-9, - and _ between single slashes')

/** A route may also have `:id` for a segment, `?` after an optional segment, and `*` for the rest. */
const routePath = z
  .string()
  .max(120)
  .regex(
    /^\/$|^(\/([a-z0-9_-]+|:[a-zA-Z]\w*)\??)*(\/\*)?$/,
    'a route is written with a-z, 0-9, - and _, :parameters, ? after an optional segment, and * at the end',
  )

/** A line without invisible characters, which could also turn the text around. */
const text = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(
      /^[\p{L}\p{N}«][\p{L}\p{N} .,:;()«»–—№%+&/'’!?-]*$/u,
      'a text begins with a letter or a digit, and has only letters, digits, blanks and punctuation',
    )

export const identifier = z
  .string()
  .max(40)
  .regex(/^[a-zA-Z][\w-]*$/)
const slot = z
  .string()
  .max(60)
  .regex(/^[a-z-]+(\.[a-z-]+)+$/, 'a slot is called like tips.actions')

export const manifestRules = z.object({
  name: z.string(),
  paths: z.array(path).max(10),
  routes: z
    .array(
      z.object({
        path: routePath,
        title: text(40),
        layout: identifier,
        parent: routePath.optional(),
        requires: identifier.optional(),
        slots: z.array(slot).max(10).optional(),
      }),
    )
    .max(50),
  menu: z
    .array(
      z.object({
        path,
        label: text(MAX_LABEL_LENGTH),
        icon: identifier,
        group: text(20),
        order: z.int().min(1).max(99),
        requires: identifier.optional(),
      }),
    )
    .max(5),
  flags: z.record(identifier, z.object({ default: z.boolean(), about: text(200) })).optional(),
  fills: z.array(slot).max(10).optional(),
  fillOrder: z.record(slot, z.int().min(1).max(99)).optional(),
})

/** Returns the first problem of each field: `manifest.routes is missing`, `manifest.paths.0: Too big: …`. */
export function describeIssues(error: z.ZodError | undefined): string[] {
  const problems = new Map<string, string>()
  for (const { path, message } of error?.issues ?? []) {
    const field = path.join('.')
    const isMissing = message.endsWith('received undefined')
    const described = field ? `${field}: ${message}` : message
    if (!problems.has(field)) problems.set(field, isMissing ? `${field} is missing` : described)
  }
  return [...problems.values()]
}
