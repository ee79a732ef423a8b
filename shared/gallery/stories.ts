import type { ReactElement } from 'react'

/** What a `*.stories.tsx` beside a widget exports as `stories`: its states by their names, drawn as on a screen. */
export type Stories = Record<string, ReactElement>
