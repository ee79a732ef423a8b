import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import styles from './shell-error-page.module.css'

/** The last resort: a defect of the shell itself. Whatever the server has is safe, and a reload starts anew. */
export function ShellErrorPage() {
  return (
    <main className={styles.page}>
      <EmptyState
        icon="alert"
        title="Что-то пошло не так"
        text="Обновите страницу. С деньгами ничего не случилось."
        action={<Button onClick={() => location.reload()}>Обновить</Button>}
      />
    </main>
  )
}
