import { useBackCloses } from '@portal/shared/router'
import { toast } from '@portal/shared/session/store'
import { Notice } from '@portal/shared/ui/notice'
import { useEffect, useState } from 'react'
import { useLatePart } from '../late-part/late-part.ts'
import type { SheetProps } from './opened-sheet.tsx'

const load = async () => (await import('./opened-sheet.tsx')).OpenedSheet

/**
 * A bottom sheet that is dragged down, or closed by «Назад»; a dialog on a wide screen. Its code comes with the first
 * opening.
 */
export function Sheet(props: SheetProps) {
  useBackCloses(props.open, () => props.onOpenChange(false))
  usePreloadOnTouch()
  const [failure, setFailure] = useState<string | null>(null)
  const OpenedSheet = useLatePart(load, props.open, () => {
    const text = navigator.onLine ? 'Не удалось открыть. Попробуйте ещё раз' : 'Нет соединения с интернетом'
    // The place of the sheet in the page may be out of sight; an error there stays after the toast.
    toast(text, 'error')
    setFailure(text)
    // The page stays as it was, with the button that opens: a second press tries again.
    props.onOpenChange(false)
  })
  if (OpenedSheet) return <OpenedSheet {...props} />
  return failure && !props.open && <Notice tone="error">{failure}</Notice>
}

/** Preloads a sheet when its page is touched: it may be opened next, and the first paint does not pay for it. */
function usePreloadOnTouch(): void {
  useEffect(() => {
    // A failed preload is repeated when the sheet is opened, and shown then.
    const preload = () => void load().catch(() => {})
    const touches = ['pointerdown', 'keydown'] as const
    for (const touch of touches) addEventListener(touch, preload, { once: true, passive: true })
    return () => {
      for (const touch of touches) removeEventListener(touch, preload)
    }
  }, [])
}
