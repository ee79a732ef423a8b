import type { PayoutBinding } from '@portal/shared/contracts/payout-method'
import { FieldNotes, useField } from '@portal/shared/forms/field'
import { Icon } from '@portal/shared/ui/icon'
import { NoBreak } from '@portal/shared/ui/no-break'
import { methodNote, methodTitle } from './method-text.ts'
import styles from './next-default-field.module.css'

const question = 'Какой способ будет основным?'

/** Which of the remaining methods becomes the default of their bank. The form holds its id. */
export function NextDefaultField({ name, methods }: { name: string; methods: readonly PayoutBinding[] }) {
  const { value, change, blur, focusRef, control, frame } = useField<string>({ name, label: question })
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
      <p className={styles.question} id={frame.id}>
        {question}
      </p>
      <div className={styles.methods}>
        {methods.map((method) => (
          <label key={method.id} className={styles.method}>
            <input
              type="radio"
              name={control.name}
              checked={method.id === value}
              disabled={method.status === 'blocked'}
              onChange={() => change(method.id)}
            />
            <Icon name={method.type} />
            <span className={styles.text}>
              <span>
                <NoBreak>{methodTitle(method)}</NoBreak>
              </span>
              <span className={styles.note}>
                <NoBreak>{method.status === 'blocked' ? 'Заблокирован' : methodNote(method)}</NoBreak>
              </span>
            </span>
          </label>
        ))}
      </div>
      <FieldNotes id={frame.id} hint={undefined} error={frame.error} />
    </div>
  )
}
