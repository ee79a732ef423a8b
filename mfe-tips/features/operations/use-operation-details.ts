import type { Operation } from '@portal/contracts/operation'
import { useMinWidth } from '@portal/shared/use-min-width'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** The width from which the details are beside the list, as in operations-page.module.css. */
const SIDE_MIN_WIDTH_PX = 1100

/** Which operation has its details shown, and where. */
type ShownDetails = {
  /** Its details are beside the list. In a wide window that is the newest operation until the user opens another. */
  side?: Operation | undefined
  /** Its details are in a sheet over the list: in a narrow window, once the user opens an operation. */
  sheet?: Operation | undefined
  /** The row that is marked in the list. */
  selectedId?: string | undefined
  open: (operation: Operation, isByKeyboard: boolean) => void
  close: () => void
  sideRef: RefObject<HTMLElement | null>
}

/** `list` names the list: its filter and its page. Another list forgets which operation is open. */
export function useOperationDetails(operations: readonly Operation[], list: string): ShownDetails {
  const isWide = useMinWidth(SIDE_MIN_WIDTH_PX)
  const [opened, setOpened] = useState<{ operation: Operation; list: string; isByKeyboard: boolean } | null>(null)
  const sideRef = useRef<HTMLElement>(null)
  // Memoized, so that choosing a filter does not render the old list again.
  const open = useCallback(
    (operation: Operation, isByKeyboard: boolean) => setOpened({ operation, list, isByKeyboard }),
    [list],
  )
  const close = () => setOpened(null)

  // Opening the details by keyboard moves the focus to them; opening them by pointer does not.
  useEffect(() => {
    if (opened?.isByKeyboard) sideRef.current?.focus()
  }, [opened])

  if (opened !== null && opened.list !== list) setOpened(null)

  // New operations may have moved the opened one to the next page.
  const sheet = operations.find(({ id }) => id === opened?.operation.id) ?? opened?.operation
  const side = sheet ?? operations[0]
  if (isWide === false) return { sheet, open, close, sideRef }
  if (isWide) return { side, selectedId: side?.id, open, close, sideRef }
  // The server does not know the width. Its HTML has the details beside the list, which CSS hides in a narrow window.
  return { side, open, close, sideRef }
}
