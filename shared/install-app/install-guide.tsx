import { Sheet } from '@portal/shared/ui/sheet'
import styles from './install-guide.module.css'

/** How to install the portal on an iPhone or iPad, where the page cannot ask the browser to do it. */
export function InstallGuide({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title="Установка приложения">
      <ol className={styles.steps}>
        <li>Нажмите «Поделиться» — квадрат со стрелкой вверх в панели браузера.</li>
        <li>Пролистайте список и выберите «На экран „Домой“».</li>
        <li>Нажмите «Добавить»: на экране появится значок «Чаевые».</li>
      </ol>
    </Sheet>
  )
}
