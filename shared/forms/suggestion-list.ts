import { type KeyboardEvent, useId, useReducer } from 'react'
import type { TagOption } from './tag-suggestions.ts'

type SuggestionList = {
  /** Returns the suggestions for the typed text. */
  suggest: (typed: string) => readonly TagOption[]
  onChoose: (option: TagOption) => void
  /** Backspace where there is nothing to delete. */
  onDeleteBack: () => void
}

/** `active`: the position of the suggestion that Enter chooses, -1 without one. */
type ListState = { typed: string; isOpen: boolean; active: number }

type ListEvent =
  | { type: 'typed'; text: string }
  | { type: 'opened' }
  | { type: 'moved'; step: 1 | -1; count: number }
  | { type: 'chosen' }
  | { type: 'closed' }
  | { type: 'left' }

const initialState: ListState = { typed: '', isOpen: false, active: -1 }

function nextState(state: ListState, event: ListEvent): ListState {
  switch (event.type) {
    case 'typed':
      // The first suggestion that has the typed text is the active one.
      return { typed: event.text, isOpen: true, active: event.text.trim() === '' ? -1 : 0 }
    case 'opened':
      return { ...state, isOpen: true }
    case 'moved':
      return { ...state, isOpen: true, active: movedPosition(state.active, event) }
    case 'chosen':
      return { ...state, typed: '', active: -1 }
    case 'closed':
      return { ...state, isOpen: false, active: -1 }
    case 'left':
      return initialState
  }
}

/** The last suggestion and the first one are neighbours. */
function movedPosition(active: number, { step, count }: { step: 1 | -1; count: number }): number {
  if (count === 0) return active
  const from = active < 0 && step < 0 ? 0 : active
  return (from + step + count) % count
}

/**
 * The list below a text field, by the keyboard: the arrows go round, Enter chooses, Escape closes. By hand, since the
 * library's one hides the whole page from assistive technology while its list is open, though the focus stays on it.
 */
export function useSuggestionList({ suggest, onChoose, onDeleteBack }: SuggestionList) {
  const id = useId()
  const [{ typed, isOpen, active }, dispatch] = useReducer(nextState, initialState)
  const suggestions = suggest(typed)
  const hasOptions = isOpen && suggestions.length > 0
  const optionId = (index: number) => `${id}-${index}`

  function choose(option: TagOption) {
    onChoose(option)
    dispatch({ type: 'chosen' })
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    const { key } = event
    const option = isOpen ? suggestions[active] : undefined
    if (key === 'ArrowDown') dispatch({ type: 'moved', step: 1, count: suggestions.length })
    else if (key === 'ArrowUp') dispatch({ type: 'moved', step: -1, count: suggestions.length })
    else if (key === 'Enter' && option) choose(option)
    else if (key === 'Escape' && isOpen) dispatch({ type: 'closed' })
    else if (key === 'Backspace' && typed === '') return onDeleteBack()
    // Words that are no tag yet do not send the form.
    else if (key !== 'Enter' || typed === '') return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    isOpen,
    suggestions,
    active,
    choose,
    optionId,
    listId: `${id}-list`,
    input: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': hasOptions,
      'aria-controls': hasOptions ? `${id}-list` : undefined,
      'aria-activedescendant': hasOptions && active >= 0 ? optionId(active) : undefined,
      autoComplete: 'off',
      onClick: () => dispatch({ type: 'opened' }),
      onKeyDown: press,
    } as const,
    typed,
    type: (text: string) => dispatch({ type: 'typed', text }),
    leave: () => dispatch({ type: 'left' }),
  }
}
