import { codeKinds } from './code-kinds.ts'
import type { Kind } from './kind.ts'
import { pageKinds } from './page-kinds.ts'
import { portalKinds } from './portal-kinds.ts'

/** By what a release does. */
export const kinds: Record<string, Kind> = { ...pageKinds, ...portalKinds, ...codeKinds }
