import { type Toast, toastDismissed, toastDurationMs, useSession } from '@portal/shared/session/store'
import { Icon } from '@portal/shared/ui/icon'
import { useEffect, useRef, useState } from 'react'
import styles from './toaster.module.css'

// These regions are on the page before their messages, because a region that comes together with its text is often not
// read out.
const regions = [
  { type: 'notification', role: 'status', live: 'polite', icon: 'check' },
  { type: 'error', role: 'alert', live: 'assertive', icon: 'alert' },
] as const

/** The messages of `toast()`, above everything. The shell renders it once. */
export function Toaster() {
  const toasts = useSession((state) => state.toasts)
  const focusedBefore = useRef<HTMLElement>(null)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices where the focus comes from
    <div
      className={styles.toaster}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return
        focusedBefore.current = relatedTarget instanceof HTMLElement ? relatedTarget : null
      }}
    >
      {regions.map(({ type, role, live, icon }) => (
        <div key={type} className={styles.region} role={role} aria-live={live} aria-atomic="false">
          {toasts
            .filter((toast) => toast.type === type)
            .map((toast) => (
              <Message key={toast.id} {...toast} icon={icon} onClose={() => focusedBefore.current?.focus()} />
            ))}
        </div>
      ))}
    </div>
  )
}

type MessageProps = Toast & {
  icon: (typeof regions)[number]['icon']
  /** The user has closed it: the focus returns to where it was. */
  onClose: () => void
}

/** The timer pauses while the pointer is on the message or the focus is in it. */
function Message({ id, type, text, icon, onClose }: MessageProps) {
  const [isHeld, setHeld] = useState(false)
  const remainingMs = useRef(toastDurationMs)
  useEffect(() => {
    if (isHeld) return
    const startedAt = performance.now()
    const timer = setTimeout(toastDismissed, remainingMs.current, id)
    return () => {
      clearTimeout(timer)
      remainingMs.current -= performance.now() - startedAt
    }
  }, [isHeld, id])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices hover and focus
    <div
      className={styles.toast}
      data-type={type}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icon} size={20} />
      <span className={styles.text}>{text}</span>
      <button
        type="button"
        aria-label="Закрыть сообщение"
        onClick={() => {
          toastDismissed(id)
          onClose()
        }}
      >
        <Icon name="close" size={18} />
      </button>
    </div>
  )
}
