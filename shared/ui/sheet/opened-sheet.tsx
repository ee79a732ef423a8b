import { Drawer } from '@base-ui/react/drawer'
import type { Elements } from '@portal/shared/elements'
import { Icon } from '@portal/shared/ui/icon'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { isSecondPress } from '../double-click/double-click.ts'
import styles from './sheet.module.css'

export type SheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children: Elements
  /** The buttons, which stay at the bottom while the content scrolls. */
  footer?: ReactNode
}

export function OpenedSheet({ open, onOpenChange, title, description, children, footer }: SheetProps) {
  const openedAt = useRef(0)
  useEffect(() => {
    if (open) openedAt.current = performance.now()
  }, [open])

  function change(next: boolean, { reason, event }: Drawer.Root.ChangeEventDetails) {
    if (reason === 'outside-press' && isSecondPress(event, openedAt.current)) return
    onOpenChange(next)
  }

  return (
    <Drawer.Root open={open} onOpenChange={change} swipeDirection="down">
      <Drawer.Portal>
        <Drawer.Backdrop className={styles.backdrop} data-backdrop onMouseDown={keepFocus} />
        <Drawer.Viewport className={styles.viewport} onMouseDown={keepFocus}>
          <Drawer.Popup className={styles.popup} data-comes-up>
            <div className={styles.handle} aria-hidden="true" />
            <div className={styles.header}>
              <Drawer.Title className={styles.title}>{title}</Drawer.Title>
              <Drawer.Close className={styles.close} aria-label="Закрыть">
                <Icon name="close" />
              </Drawer.Close>
            </div>
            <Drawer.Content className={styles.content} ref={scrolledByKeys}>
              {description && <Drawer.Description className={styles.description}>{description}</Drawer.Description>}
              {children}
            </Drawer.Content>
            {footer && <div className={styles.footer}>{footer}</div>}
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}

/** Keeps the focus in the sheet on a press beside it, such as the second half of a double click. */
function keepFocus(event: MouseEvent): void {
  if (event.target === event.currentTarget) event.preventDefault()
}

/** Lets keys scroll a long text without a control in it. */
function scrolledByKeys(content: HTMLElement | null): void {
  if (content && content.scrollHeight > content.clientHeight) content.tabIndex = 0
}
