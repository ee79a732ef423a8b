import { SubmitButton } from '@portal/shared/forms/form'
import { Button } from '@portal/shared/ui/button'
import styles from '../settings.module.css'

/** The buttons of a form that deletes something. */
export function KeepOrDelete({ onKeep }: { onKeep: () => void }) {
  return (
    <div className={styles.answers}>
      <Button full variant="secondary" onClick={onKeep}>
        Оставить
      </Button>
      <SubmitButton variant="danger">Удалить</SubmitButton>
    </div>
  )
}
