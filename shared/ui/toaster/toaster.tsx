import { toastDismissed, useSession } from '@portal/shared/session/store'
import { Icon } from '@portal/shared/ui/icon'
import styles from './toaster.module.css'

/** The messages of `toast()`, above everything. Once a page, in the shell. */
export function Toaster() {
  const toasts = useSession((state) => state.toasts)
  return (
    <div className={styles.toaster}>
      {toasts.map(({ id, type, text }) => (
        <div key={id} className={styles.toast} data-type={type} role={type === 'error' ? 'alert' : 'status'}>
          <Icon name={type === 'error' ? 'alert' : 'check'} size={20} />
          <span className={styles.text}>{text}</span>
          <button type="button" aria-label="Закрыть сообщение" onClick={() => toastDismissed(id)}>
            <Icon name="close" size={18} />
          </button>
        </div>
      ))}
    </div>
  )
}
