import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'
import styles from './defect.module.css'

/** Shows a defect of the shell itself. The data on the server is safe, and a reload starts again. */
export function Defect() {
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title="Что-то пошло не так"
        text="Обновите страницу. С деньгами ничего не случилось."
        action={<Button onClick={() => location.reload()}>Обновить</Button>}
      />
    </div>
  )
}

/** The last resort, when not even a layout can be drawn. */
export function ShellErrorPage() {
  return (
    <main className={styles.page}>
      <Defect />
    </main>
  )
}
