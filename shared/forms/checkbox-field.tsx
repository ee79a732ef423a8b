import { FieldNotes, type FieldProps, useField } from '@portal/shared/forms/field'
import { Icon } from '@portal/shared/ui/icon'
import type { ReactNode } from 'react'
import styles from './checkbox-field.module.css'

/** The label may hold a link: «Принимаю условия». */
export function CheckboxField(field: Omit<FieldProps, 'label'> & { label: ReactNode }) {
  const { value, change, blur, focusRef, control, frame } = useField<boolean>(field)
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
        <span>{field.label}</span>
      </label>
      <FieldNotes {...frame} />
    </div>
  )
}
