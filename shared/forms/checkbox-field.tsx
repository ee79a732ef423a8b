import { FieldNotes, type FieldProps, useField } from '@portal/shared/forms/field'
import { Icon } from '@portal/shared/ui/icon'
import type { ReactNode } from 'react'
import styles from './checkbox-field.module.css'

/** The label may hold a link: «Принимаю условия». */
export function CheckboxField({ name, label, hint }: Omit<FieldProps, 'label'> & { label: ReactNode }) {
  const { id, error, value, change, blur, focusRef, control } = useField<boolean>(name)
  return (
    <div>
      <label className={styles.row}>
        <input
          {...control}
          ref={focusRef}
          className={styles.input}
          type="checkbox"
          checked={value ?? false}
          onChange={(event) => change(event.currentTarget.checked)}
          onBlur={blur}
        />
        <span className={styles.box} aria-hidden="true">
          <Icon name="check" size={16} />
        </span>
        <span>{label}</span>
      </label>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}
