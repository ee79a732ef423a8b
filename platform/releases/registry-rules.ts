import * as z from 'zod'
import { MAX_HISTORY, type Preview, type Registry } from './registry.ts'

// A key of one name signs a whole registry, so nothing that it writes may stop the releases of other names.

const name = z.string().regex(/^(shell|mfe-[a-z-]{1,40})$/)

export function isReleaseName(text: string): boolean {
  return name.safeParse(text).success
}

const pointer = z.object({
  version: z.string().regex(/^\w[\w.-]{0,63}$/),
  integrity: z.string(),
  at: z.string(),
  uncheckedShells: z.array(z.string()).optional(),
  source: z
    .object({
      commit: z.string().optional(),
      isModified: z.literal(true).optional(),
      author: z.string().optional(),
      job: z.string().optional(),
    })
    .optional(),
  promotedFrom: z.string().optional(),
  untested: z.literal(true).optional(),
})

const entry = z.object({
  current: pointer,
  history: z.array(pointer).max(MAX_HISTORY),
  canary: pointer
    .extend({
      percent: z.int().min(0).max(99),
      audience: z
        .object({ accounts: z.array(z.string()).optional(), restaurants: z.array(z.string()).optional() })
        .optional(),
    })
    .optional(),
  flags: z
    .record(
      z.string(),
      z.object({ on: z.boolean().optional(), restaurants: z.record(z.string(), z.boolean()).optional() }),
    )
    .optional(),
  signed: z.object({ sequence: z.int(), at: z.string(), signature: z.string() }).optional(),
})

const registry = z.object({
  sequence: z.int(),
  at: z.string(),
  reason: z.string(),
  by: z.string().optional(),
  names: z.record(name, entry),
  signature: z.string().optional(),
})

const preview = z.object({
  preview: z.object({ name, version: pointer.shape.version, integrity: z.string(), until: z.string() }),
  signature: z.string().optional(),
})

/** Returns the record unchanged, because its signature covers unknown fields too. @throws Error if it is invalid */
export function requirePreview(value: unknown): { preview: Preview; signature?: string } {
  if (preview.safeParse(value).success) return value as { preview: Preview; signature?: string }
  throw new Error('This is not the record of a preview')
}

/** Returns the registry unchanged, because its signature covers unknown fields too. @throws Error if it is invalid */
export function requireRegistry(value: unknown): Registry {
  const { error } = registry.safeParse(value)
  if (!error) return value as Registry
  const [{ path, message } = { path: [], message: '' }] = error.issues
  throw new Error(`This is not a registry of releases: ${path.join('.')}: ${message}`)
}
