import type { Elements } from '@portal/shared/elements'
import { Icon } from '@portal/shared/ui/icon'
import { type ReactNode, useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { withLabel } from '../rules/rule.ts'
import styles from './field.module.css'

export type FieldProps = {
  /** The name of the value in the form. */
  name: string
  label: string
  hint?: ReactNode
}

/** The value of a field, its error, and what a control needs to be named and described: bound once for all fields. */
export function useField<T>({ name, label, hint }: Omit<FieldProps, 'label'> & { label: ReactNode }) {
  const { control } = useFormContext()
  const { field, fieldState } = useController({ name, control })
  const id = useId()
  const message = fieldState.error?.message
  const error = message && withLabel(message, typeof label === 'string' ? label : 'Это')
  return {
    value: field.value as T,
    change: field.onChange as (value: T) => void,
    blur: field.onBlur,
    /** The ref of the control: react-hook-form focuses it when the field is wrong. */
    focusRef: field.ref,
    control: {
      id,
      name,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': hint ? `${id}-error ${id}-hint` : `${id}-error`,
    } as const,
    frame: { id, label, hint, error },
  }
}

type FieldFrameProps = { id: string; label: ReactNode; hint: ReactNode; error: string | undefined; children: Elements }

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
            <span>{error}</span>
          </>
        )}
      </p>
      {/* A hint that the error repeats would be read twice. */}
      {hint && hint !== error && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  )
}
