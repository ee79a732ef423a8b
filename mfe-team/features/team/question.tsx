import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { Button } from '@portal/shared/ui/button'
import * as z from '@portal/shared/zod'
import { errorTexts } from './error-texts.ts'
import styles from './team.module.css'

const Nothing = z.object({})

type QuestionProps = {
  /** What is done: «Убрать». */
  action: string
  onConfirm: () => Promise<void>
  onKeep: () => void
}

/** The buttons of a question about an action that cannot be undone. A failure is shown above them. */
export function Question({ action, onConfirm, onKeep }: QuestionProps) {
  const form = useZodForm(Nothing, { defaultValues: {} })
  return (
    <Form form={form} onSubmit={onConfirm} errorTexts={errorTexts}>
      <div className={styles.answers}>
        <Button full variant="secondary" onClick={onKeep}>
          Оставить
        </Button>
        <SubmitButton variant="danger">{action}</SubmitButton>
      </div>
    </Form>
  )
}
