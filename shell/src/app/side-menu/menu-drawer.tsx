import { useBackCloses, useLocation } from '@portal/shared/router'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { useAfterPaint } from '@portal/shared/ui/after-paint'
import { IconButton } from '@portal/shared/ui/button'
import { useEffect, useRef, useState } from 'react'
import styles from './menu-drawer.module.css'
import { SideMenu } from './side-menu.tsx'

/**
 * The menu of a phone: a button in the header and a modal dialog. The browser closes the dialog by Esc and keeps the
 * focus inside. It also closes by a choice, a touch outside and «Назад». A wide window has no drawer.
 */
export function MenuDrawer() {
  const [open, setOpen] = useState(false)
  const isPainted = useAfterPaint(open)
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const employee = useCurrentEmployee()
  useBackCloses(open, () => setOpen(false))

  // Closes immediately, not with the next render: closing returns the focus to the button, and then the heading of the
  // new page takes it.
  useEffect(() => dialog.current?.close(), [key, employee.id])

  useEffect(() => {
    if (!open) return dialog.current?.close()
    dialog.current?.showModal()
    // The page under the menu stays where it is.
    const { style } = document.documentElement
    style.overflow = 'hidden'
    return () => {
      style.overflow = ''
    }
  }, [open])

  return (
    <div className={styles.drawer}>
      <IconButton icon="menu" label="Открыть меню" aria-expanded={open} onClick={() => setOpen(true)} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes a modal dialog by itself */}
      <dialog
        ref={dialog}
        className={styles.dialog}
        aria-label="Меню портала"
        onClose={() => setOpen(false)}
        onClick={(event) => event.target === dialog.current && setOpen(false)}
      >
        {open && (
          <div className={styles.content}>
            <div className={styles.close}>
              <IconButton icon="close" label="Закрыть меню" onClick={() => setOpen(false)} />
            </div>
            {isPainted && <SideMenu />}
          </div>
        )}
      </dialog>
    </div>
  )
}
