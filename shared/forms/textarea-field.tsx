import { countCharacters } from '@portal/contracts/characters'
import { FieldFrame, type FieldProps, useField } from '@portal/shared/forms/field'
import * as z from 'zod/mini'
import { withLabel } from '../rules/rule.ts'
import { length } from '../rules/sizes.ts'
import { useDelayedText } from './delayed-text.ts'
import styles from './textarea-field.module.css'

type TextareaFieldProps = Omit<FieldProps, 'hint'> & {
  /**
   * Characters; how many are typed is shown below. More is never cut off: the field itself shows that it is too much.
   */
  limit: number
}

/** A text of some lines, as high as what is in it. */
export function TextareaField({ name, label, limit }: TextareaFieldProps) {
  const field = useField<string>({ name, label, hint: 'limit' })
  const { text, type, flush } = useDelayedText(field.value ?? '', field.change)
  const tooLong = excess(text.trim(), limit)
  const error = field.frame.error ?? (tooLong && withLabel(tooLong, label))
  return (
    <FieldFrame
      {...field.frame}
      error={error}
      hint={
        <span className={styles.count} data-over={tooLong ? true : undefined}>
          {`${countCharacters(text.trim())} из ${limit}`}
        </span>
      }
    >
      <textarea
        {...field.control}
        aria-invalid={error ? true : undefined}
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

/** Shows while typing the error that the form's rule would show on submit. */
function excess(text: string, limit: number): string | undefined {
  return z.string().check(length(0, limit)).safeParse(text).error?.issues[0]?.message
}
