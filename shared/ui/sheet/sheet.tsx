import { lazy, type ReactNode, Suspense, useState } from 'react'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  /** Stays at the bottom while the content scrolls: the buttons. */
  footer?: ReactNode
}

const load = () => import('./opened-sheet.tsx')
const OpenedSheet = lazy(async () => ({ default: (await load()).OpenedSheet }))

/** A bottom sheet that is dragged down to close; a dialog on a wide screen. Its code comes with the first opening. */
export function Sheet(props: SheetProps) {
  const [wasOpened, setWasOpened] = useState(props.open)
  if (props.open && !wasOpened) setWasOpened(true)
  if (!wasOpened) return null
  return (
    <Suspense>
      <OpenedSheet {...props} />
    </Suspense>
  )
}

/** Fetches the sheet's code before it is asked for: call it where the intent shows (pointer over the opening button). */
export function preloadSheet(): void {
  void load()
}
