import { isOnline } from '@portal/shared/http/online'
import { useBackCloses } from '@portal/shared/router'
import { toast } from '@portal/shared/session/store'
import { Notice } from '@portal/shared/ui/notice'
import { useState } from 'react'
import { useAfterPaint } from '../after-paint/after-paint.ts'
import { useLatePart } from '../late-part/late-part.ts'
import type { SheetProps } from './opened-sheet.tsx'
import styles from './opening.module.css'

const load = async () => (await import('./opened-sheet.tsx')).OpenedSheet

/**
 * A bottom sheet that is dragged down, or closed by «Назад»; a dialog on a wide screen. Its code loads while the page
 * is idle, or with the first opening.
 */
export function Sheet(props: SheetProps) {
  useBackCloses(props.open, () => props.onOpenChange(false))
  const [failure, setFailure] = useState<string | null>(null)
  const open = useAfterPaint(props.open)
  const OpenedSheet = useLatePart(load, open, () => {
    const text = isOnline() ? 'Не удалось открыть. Попробуйте ещё раз' : 'Нет соединения с интернетом'
    // The part of the page with the sheet's button may be out of sight. An error there stays after the toast.
    toast(text, 'error')
    setFailure(text)
    // The page stays as it was, with the button that opens: a second press tries again.
    props.onOpenChange(false)
  })
  return (
    <>
      {/* Without any change to paint, the browser would count the sheet itself as the response to the press. */}
      {props.open && !(open && OpenedSheet) && <div className={styles.opening} data-opening />}
      {OpenedSheet && <OpenedSheet {...props} open={open} />}
      {failure && !OpenedSheet && !props.open && <Notice tone="error">{failure}</Notice>}
    </>
  )
}
