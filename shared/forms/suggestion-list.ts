import { type KeyboardEvent, useId, useState } from 'react'
import type { TagOption } from './tag-suggestions.ts'

type SuggestionList = {
  /** Returns the suggestions for the typed text. */
  suggest: (typed: string) => readonly TagOption[]
  onChoose: (option: TagOption) => void
  /** Backspace where there is nothing to delete. */
  onDeleteBack: () => void
}

/**
 * The list below a text field, by the keyboard: the arrows go round, Enter chooses, Escape closes. By hand, since the
 * library's one hides the whole page from assistive technology while its list is open, though the focus stays on it.
 */
export function useSuggestionList({ suggest, onChoose, onDeleteBack }: SuggestionList) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const suggestions = suggest(typed)
  const hasOptions = isOpen && suggestions.length > 0
  const optionId = (index: number) => `${id}-${index}`

  function type(text: string) {
    setTyped(text)
    setOpen(true)
    // What is typed means the first that has it.
    setActive(text.trim() === '' ? -1 : 0)
  }

  function close() {
    setOpen(false)
    setActive(-1)
  }

  function choose(option: TagOption) {
    onChoose(option)
    setTyped('')
    setActive(-1)
  }

  function move(step: 1 | -1) {
    setOpen(true)
    const from = active < 0 && step < 0 ? 0 : active
    if (suggestions.length > 0) setActive((from + step + suggestions.length) % suggestions.length)
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    const { key } = event
    const option = isOpen ? suggestions[active] : undefined
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp') move(-1)
    else if (key === 'Enter' && option) choose(option)
    else if (key === 'Escape' && isOpen) close()
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
      onClick: () => setOpen(true),
      onKeyDown: press,
    } as const,
    typed,
    type,
    leave() {
      close()
      setTyped('')
    },
  }
}
