import type { ReactNode } from 'react'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  /** Stays at the bottom while the content scrolls: the buttons. */
  footer?: ReactNode
}

export function Sheet({ open, onOpenChange, title, description, children, footer }: SheetProps) {
  if (!open) return null
  return (
    <dialog open>
      <h2>{title}</h2>
      {description && <p>{description}</p>}
      {children}
      {footer}
      <button type="button" onClick={() => onOpenChange(false)}>
        Закрыть
      </button>
    </dialog>
  )
}

/** Fetches the sheet's code before it is asked for: call it where the intent shows (pointer over the opening button). */
export function preloadSheet(): void {}
