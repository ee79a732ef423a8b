import { Defect } from './defect.tsx'
import styles from './shell-error-page.module.css'

/** The last resort, when not even a layout can be drawn. */
export function ShellErrorPage() {
  return (
    <main className={styles.page}>
      <Defect />
    </main>
  )
}
