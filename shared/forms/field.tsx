import { Icon } from '@portal/shared/ui/icon'
import { type ReactNode, useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import styles from './field.module.css'

export type FieldProps = {
  /** Of the value in the form. */
  name: string
  label: string
  hint?: ReactNode
}

/** The value of a field, its error, and what a control needs to be named and described: bound once for all fields. */
export function useField<T>(name: string) {
  const { control } = useFormContext()
  const { field, fieldState } = useController({ name, control })
  const id = useId()
  const error = fieldState.error?.message
  return {
    id,
    error,
    value: field.value as T,
    change: field.onChange as (value: T) => void,
    blur: field.onBlur,
    /** For the control itself: react-hook-form puts the focus there when the field is wrong. */
    focusRef: field.ref,
    control: {
      id,
      name,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': `${id}-error ${id}-hint`,
    } as const,
  }
}

type FieldFrameProps = Omit<FieldProps, 'name'> & { id: string; error: string | undefined; children: ReactNode }

export function FieldFrame({ id, label, hint, error, children }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

/** Below the control: what is wrong, and what helps. */
export function FieldNotes({ id, hint, error }: Pick<FieldFrameProps, 'id' | 'hint' | 'error'>) {
  return (
    <>
      <p className={styles.error} id={`${id}-error`} aria-live="polite">
        {error && (
          <>
            <Icon name="alert" size={16} />
            {error}
          </>
        )}
      </p>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  )
}
