import type { MaskitoOptions } from '@maskito/core'
import { useMaskito } from '@maskito/react'
import { type RefCallback, useCallback } from 'react'

/** The ref of an input that is masked, and that the form puts the focus into. */
export function useMaskedInput(options: MaskitoOptions, focusRef: RefCallback<HTMLInputElement>) {
  const maskRef = useMaskito({ options })
  return useCallback(
    (input: HTMLInputElement | null) => {
      maskRef(input)
      focusRef(input)
    },
    [maskRef, focusRef],
  )
}
