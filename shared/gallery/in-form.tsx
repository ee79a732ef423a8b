import { Form } from '@portal/shared/forms/form'
import { type ReactNode, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import styles from './gallery.module.css'

type InFormProps = { value: unknown; error?: string; disabled?: boolean; children: ReactNode }

/** A form around one field, which is called `field`, and below it what the form holds. */
export function InForm({ value, error, disabled, children }: InFormProps) {
  const form = useForm({ defaultValues: { field: value } })
  useEffect(() => {
    if (error) form.setError('field', { message: error })
  }, [form, error])
  return (
    <Form form={form} onSubmit={() => {}}>
      <fieldset disabled={disabled}>{children}</fieldset>
      <p className={styles.holds} lang="en">
        The form holds <code>{JSON.stringify(form.watch('field'))}</code>
      </p>
    </Form>
  )
}
