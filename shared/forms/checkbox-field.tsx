import { FieldNotes, type FieldProps, useField } from '@portal/shared/forms/field'
import { Icon } from '@portal/shared/ui/icon'
import type { ReactNode } from 'react'
import styles from './checkbox-field.module.css'

type CheckboxFieldProps = Omit<FieldProps, 'label'> & {
  label: ReactNode
  /** Looks and is read as a switch, for what is saved immediately. */
  isSwitch?: boolean
}

/** The label may hold a link: «Принимаю условия». */
export function CheckboxField({ isSwitch, ...field }: CheckboxFieldProps) {
  const { value, change, blur, focusRef, control, frame } = useField<boolean>(field)
  return (
    <div>
      <label className={styles.row} data-switch={isSwitch || undefined}>
        <input
          {...control}
          ref={focusRef}
          className={styles.input}
          type="checkbox"
          role={isSwitch ? 'switch' : undefined}
          checked={value ?? false}
          onChange={(event) => change(event.currentTarget.checked)}
          onBlur={blur}
        />
        <span className={styles.box} aria-hidden="true">
          {!isSwitch && <Icon name="check" size={16} />}
        </span>
        <span>{field.label}</span>
      </label>
      <FieldNotes {...frame} />
    </div>
  )
}
