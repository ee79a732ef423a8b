import { FieldNotes, type FieldProps, useField } from '@portal/shared/forms/field'
import { Icon, type IconName } from '@portal/shared/ui/icon'
import { NoBreak } from '@portal/shared/ui/no-break'
import styles from './radio-field.module.css'

export type RadioFieldOption = {
  value: string
  title: string
  note?: string
  icon?: IconName
  disabled?: boolean
}

/** A choice between a few options, each visible in a row of its own. The form holds the value of the chosen option. */
export function RadioField({ options, ...field }: FieldProps & { options: readonly RadioFieldOption[] }) {
  const { value, change, blur, focusRef, control, frame } = useField<string>(field)
  return (
    <div
      ref={focusRef}
      className={styles.field}
      role="radiogroup"
      aria-labelledby={frame.id}
      aria-invalid={control['aria-invalid']}
      aria-describedby={control['aria-describedby']}
      tabIndex={-1}
      onBlur={blur}
    >
      <p className={styles.label} id={frame.id}>
        {frame.label}
      </p>
      <div className={styles.options}>
        {options.map((option) => (
          <label
            key={option.value}
            className={styles.option}
            data-checked={option.value === value || undefined}
            data-disabled={option.disabled || undefined}
          >
            <input
              type="radio"
              name={control.name}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => change(option.value)}
            />
            {option.icon && <Icon name={option.icon} />}
            <span className={styles.text}>
              <span>
                <NoBreak>{option.title}</NoBreak>
              </span>
              {option.note && (
                <span className={styles.note}>
                  <NoBreak>{option.note}</NoBreak>
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      <FieldNotes id={frame.id} hint={frame.hint} error={frame.error} />
    </div>
  )
}
