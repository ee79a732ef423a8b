import type { ApiError } from '@portal/shared/http/api-error'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { notValid } from '../rules/values.ts'
import type { FailureTexts } from './failure-text.ts'

/** Puts the answer's codes beside their fields. False: it names no field that this form has. */
export function showFieldErrors<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  { problem }: ApiError,
  texts: FailureTexts = {},
): boolean {
  const fields = Object.entries(problem.errors ?? {}).filter(([name]) => name in form.getValues())
  for (const [name, codes] of fields) {
    const own = texts[codes[0] ?? '']
    const message = typeof own === 'function' ? own(problem) : (own ?? notValid())
    form.setError(name as Path<I>, { type: 'server', message })
  }
  return fields.length > 0
}
