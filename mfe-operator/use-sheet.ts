import { useState } from 'react'

type SheetState<Content> = { content: Content | null; attempt: number; open: boolean }

/** The props of a sheet from `useSheet`: `<DecisionSheet {...sheet} />`. */
export type OpenSheet<Content> = SheetState<Content> & { close: () => void }

/** What a sheet shows. It keeps its content while it leaves; each opening is an `attempt` with empty fields. */
export function useSheet<Content>() {
  const [state, setState] = useState<SheetState<Content>>({ content: null, attempt: 0, open: false })
  const { attempt } = state
  return {
    ...state,
    show: (content: Content) => setState((before) => ({ content, attempt: before.attempt + 1, open: true })),
    // A response may come late, when another sheet is open.
    close: () => setState((before) => (before.attempt === attempt ? { ...before, open: false } : before)),
  }
}
