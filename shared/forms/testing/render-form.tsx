import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps, ReactNode } from 'react'
import type * as z from 'zod/mini'

type Values = Record<string, unknown>

type FormOfATest = {
  schema: z.ZodMiniType<Values, Values>
  values?: Values
  children: ReactNode
  onSubmit?: (values: Values) => void | Promise<void>
  errorTexts?: ComponentProps<typeof Form>['errorTexts']
}

/** A form of these fields with a button «Отправить», and what it has sent. */
export function renderForm(form: FormOfATest) {
  const sent: Values[] = []
  render(
    <TestForm
      {...form}
      onSubmit={(values) => {
        sent.push(values)
        return form.onSubmit?.(values)
      }}
    />,
  )
  return { sent, user: userEvent.setup() }
}

function TestForm({ schema, values = {}, children, onSubmit, errorTexts = {} }: FormOfATest) {
  const form = useZodForm(schema, { defaultValues: values })
  return (
    <Form form={form} onSubmit={onSubmit ?? (() => {})} errorTexts={errorTexts}>
      {children}
      <SubmitButton>Отправить</SubmitButton>
    </Form>
  )
}
