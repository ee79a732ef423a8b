import { FieldFrame, type FieldProps, useField } from '@portal/shared/forms/field'
import { useDelayedText } from './delayed-text.ts'
import styles from './textarea-field.module.css'

type TextareaFieldProps = Omit<FieldProps, 'hint'> & {
  /** Characters; how many are typed is said below. More is not cut off: the form's rule says so. */
  limit: number
}

/** A text of some lines, as high as what is in it. */
export function TextareaField({ name, label, limit }: TextareaFieldProps) {
  const field = useField<string>({ name, label, hint: 'limit' })
  const { text, type, flush } = useDelayedText(field.value ?? '', field.change)
  return (
    <FieldFrame {...field.frame} hint={`${text.trim().length} из ${limit}`}>
      <textarea
        {...field.control}
        ref={field.focusRef}
        className={styles.textarea}
        rows={3}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => {
          flush()
          field.blur()
        }}
      />
    </FieldFrame>
  )
}
