import { type ConsentKind, consentVersions } from '@portal/contracts/consent'
import { dayText } from '@portal/contracts/date-text'
import { CheckboxField } from '@portal/shared/forms/checkbox-field'
import { required } from '@portal/shared/rules/values'
import * as z from 'zod/mini'
import styles from './consent-fields.module.css'
import { consentTexts } from './consent-texts.ts'

/** Fields of a form's schema, by kind of consent. */
export const consentGiven = {
  offer: z.boolean().check(required('Без принятия оферты зарегистрироваться нельзя')),
  personal_data: z.boolean().check(required('Без этого согласия зарегистрироваться нельзя')),
} satisfies Record<ConsentKind, unknown>

/** Each consent is given separately, and each text can be read beside it. */
export function ConsentFields() {
  return (
    <div className={styles.consents}>
      <Consent kind="offer" />
      <Consent kind="personal_data" />
    </div>
  )
}

function Consent({ kind }: { kind: ConsentKind }) {
  const { label, title, paragraphs } = consentTexts[kind]
  return (
    <div>
      <CheckboxField name={kind} label={label} />
      <details className={styles.details}>
        <summary className={styles.summary}>{title}</summary>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p>{`Редакция от ${dayText(consentVersions[kind])}`}</p>
      </details>
    </div>
  )
}
