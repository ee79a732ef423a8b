import type { Elements } from '@portal/shared/elements'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { TextareaField } from '@portal/shared/forms/textarea-field'
import { length } from '@portal/shared/rules/sizes'
import { required } from '@portal/shared/rules/values'
import * as z from '@portal/shared/zod'
import styles from '../operator.module.css'
import { errorTexts } from './error-texts.ts'

type Schema = Parameters<typeof useZodForm>[0]

type ChangeFormProps<S extends Schema> = {
  schema: S
  defaultValues: Parameters<typeof useZodForm<S>>[1]['defaultValues']
  /** What happens, in sentences. */
  facts?: readonly string[]
  /** Names what is done, and to whom: «Уволить: Борис Ким». */
  submit: string
  isDangerous?: boolean
  /** Makes the change. A failure is shown above the fields, and what was typed stays. */
  onSubmit: (values: z.output<S>) => Promise<void>
  children?: Elements
}

/** The fields of a change, and the button after which a passkey signs it. */
export function ChangeForm<S extends Schema>(props: ChangeFormProps<S>) {
  const { schema, defaultValues, facts = [], submit, isDangerous, onSubmit, children } = props
  const form = useZodForm(schema, { defaultValues })
  return (
    <Form form={form} onSubmit={onSubmit} errorTexts={errorTexts}>
      {facts.length > 0 && <FactList facts={facts} />}
      {children}
      <SubmitButton variant={isDangerous ? 'danger' : 'primary'} icon="key">
        {submit}
      </SubmitButton>
    </Form>
  )
}

/** What happens, or what a proposal is about, in sentences. */
export function FactList({ facts }: { facts: readonly string[] }) {
  return (
    <ul className={styles.facts}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

const MAX_CHARACTERS = 500

export const requiredReason = z.string().check(z.trim(), required(), length(1, MAX_CHARACTERS))
export const optionalReason = z.string().check(z.trim(), length(0, MAX_CHARACTERS))

/** Why the operator does it, for the audit trail. */
export function ReasonField({ isOptional }: { isOptional?: boolean }) {
  return (
    <TextareaField name="reason" label={isOptional ? 'Причина (необязательно)' : 'Причина'} limit={MAX_CHARACTERS} />
  )
}
