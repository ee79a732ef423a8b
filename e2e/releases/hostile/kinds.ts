import { codeKinds } from './code-kinds.ts'
import type { Kind } from './kind.ts'
import { pageKinds } from './page-kinds.ts'
import { portalKinds } from './portal-kinds.ts'
import { reactKinds } from './react-kinds.ts'
import { sessionKinds } from './session-kinds.ts'

/** By what a release does. */
export const kinds: Record<string, Kind> = {
  ...pageKinds,
  ...portalKinds,
  ...sessionKinds,
  ...codeKinds,
  ...reactKinds,
}
