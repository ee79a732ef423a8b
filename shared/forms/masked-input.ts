import type { MaskitoOptions } from '@maskito/core'
import { useMaskito } from '@maskito/react'
import { type RefCallback, type SyntheticEvent, useCallback, useMemo, useRef, useState } from 'react'

/** How an input shows its text, and what the form holds of it. */
export type Mask<T> = {
  /** Formats the text of the input. What the mask cannot read stays as it is written: `format` never makes it fit. */
  format: (text: string) => string
  parse: (text: string) => T
  /** Shows a value that is set by the form. */
  show: (value: T) => string
  /**
   * Whether data is put into the text or ignored: a single key, or a text that is pasted or dictated. `rest`: the text
   * without what is selected.
   */
  accepts: (data: string, rest: string) => boolean
  /** Whether data replaces the whole text, wherever the caret is. */
  replacesAll?: (data: string) => boolean
  /** What the formatted text begins with, and the caret does not enter: `+7 (`. */
  start?: string
}

type MaskedField<T> = { value: T; change: (value: T) => void; focusRef: RefCallback<HTMLInputElement> }

/** Binds a masked input to its field. `text` is what the input shows, `input` are the properties for the element. */
export function useMaskedInput<T>(mask: Mask<T>, { value, change, focusRef }: MaskedField<T>) {
  const [text, setText] = useState(() => mask.show(value))
  const [known, setKnown] = useState(value)
  const maskRef = useMaskito({ options: useMemo(() => toMaskito(mask), [mask]) })
  const element = useRef<HTMLInputElement>(null)
  const ref = useCallback(
    (mounted: HTMLInputElement | null) => {
      element.current = mounted
      maskRef(mounted)
      focusRef(mounted)
    },
    [maskRef, focusRef],
  )

  // The form has set another value. The text stays where it has the same value: `12,5` and `13` are both 13.
  if (known !== value) {
    setKnown(value)
    if (mask.parse(text) !== value) setText(mask.show(value))
  }

  function type(typed: string) {
    setText(typed)
    const parsed = mask.parse(typed)
    if (parsed !== value) change(parsed)
  }

  /** A keyboard that composes, or dictation, owns the text until it ends: another text would be added to its own. */
  function take({ currentTarget, nativeEvent }: SyntheticEvent<HTMLInputElement>) {
    const isComposing = 'isComposing' in nativeEvent && nativeEvent.isComposing === true
    type(isComposing ? currentTarget.value : mask.format(currentTarget.value))
  }

  return { element, text, type, setText, input: { ref, value: text, onChange: take, onCompositionEnd: take } }
}

/** The part of a mask in the browser: ignored keys, deletion across what the mask puts in, and the caret. */
export function toMaskito<T>({ format, accepts, replacesAll, start = '' }: Mask<T>): MaskitoOptions {
  const firstCaret = (text: string) => (text.startsWith(start) ? start.length : 0)

  return {
    mask: /^.*$/s,
    preprocessors: [
      ({ elementState, data }, action) => {
        const { value } = elementState
        let [from, to] = elementState.selection
        const first = firstCaret(value)
        const isDeletion = action === 'deleteBackward' || action === 'deleteForward'
        if (isDeletion || from === to) [from, to] = [Math.max(from, first), Math.max(to, first)]
        const rest = () => value.slice(0, from) + value.slice(to)
        // The mask would put back what is deleted, so the key deletes the next character with it.
        while (isDeletion && from < to && format(rest()) === value) {
          if (action === 'deleteBackward' && from > first) from -= 1
          else if (action === 'deleteForward' && to < value.length) to += 1
          else break
        }
        if (!isDeletion && replacesAll?.(data)) [from, to] = [0, value.length]
        const isIgnored = action === 'insert' && !accepts(data, rest())
        const trimmed = data.length > 1 ? data.trim() : data
        return { elementState: { value, selection: [from, to] }, data: isIgnored ? '' : trimmed }
      },
    ],
    postprocessors: [
      ({ value, selection }) => {
        const shown = format(value)
        if (shown === value) return { value, selection }
        // The caret stays before the same digits, whatever the mask puts between them.
        const caret = (before: number) => {
          let after = firstCaret(shown)
          while (countDigits(shown.slice(after)) > countDigits(value.slice(before))) after += 1
          return after
        }
        return { value: shown, selection: [caret(selection[0]), caret(selection[1])] }
      },
    ],
  }
}

/** Counts decimal separators too. */
function countDigits(text: string): number {
  return text.replace(/[^\p{Nd}.,]/gu, '').length
}
