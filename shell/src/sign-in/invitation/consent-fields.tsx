import { type ConsentKind, type ConsentText, type ConsentTexts, consentDay } from '@portal/contracts/consent'
import { dayText } from '@portal/contracts/date-text'
import { CheckboxField } from '@portal/shared/forms/checkbox-field'
import { required } from '@portal/shared/rules/values'
import * as z from 'zod/mini'
import styles from './consent-fields.module.css'

/** Fields of a form's schema, by kind of consent. */
export const consentGiven = {
  offer: z.boolean().check(required('Чтобы зарегистрироваться, примите условия оферты')),
  personal_data: z.boolean().check(required('Чтобы зарегистрироваться, дайте это согласие')),
} satisfies Record<ConsentKind, unknown>

/** Each consent is given separately, and each text can be read beside it. */
export function ConsentFields({ texts }: { texts: ConsentTexts }) {
  return (
    <div className={styles.consents}>
      <Consent kind="offer" {...texts.offer} />
      <Consent kind="personal_data" {...texts.personal_data} />
    </div>
  )
}

const names: Record<ConsentKind, { label: string; title: string }> = {
  offer: { label: 'Принимаю условия оферты', title: 'Читать условия оферты' },
  personal_data: {
    label: 'Даю согласие на обработку персональных данных',
    title: 'Читать согласие на обработку данных',
  },
}

function Consent({ kind, version, text }: { kind: ConsentKind } & ConsentText) {
  const { label, title } = names[kind]
  return (
    <div>
      <CheckboxField name={kind} label={label} />
      <details className={styles.details}>
        <summary className={styles.summary}>{title}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, which the keyboard has to reach */}
        <p className={styles.text} tabIndex={0}>
          {text}
        </p>
        <p>{`Редакция от ${dayText(consentDay(version))}`}</p>
      </details>
    </div>
  )
}
