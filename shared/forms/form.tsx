import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@portal/shared/http/api-error'
import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { type ComponentProps, createContext, type FormEvent, type ReactNode, useContext, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { type FailureTexts, failureText } from './failure-text.ts'
import styles from './form.module.css'

type Schema = z.ZodMiniType<FieldValues, FieldValues>

/** Fields that are not filled yet: null or '' where the schema wants a value. */
type Blank<T> = { [K in keyof T]?: T[K] | null }

/** `useZodForm(Credentials, { defaultValues })`: checks when sent, and from then on with each change. */
export function useZodForm<S extends Schema>(schema: S, { defaultValues }: { defaultValues: Blank<z.input<S>> }) {
  return useForm<z.input<S>, unknown, z.output<S>>({
    // The schema is a zod/mini one, which the resolver's types do not follow into its input and output.
    resolver: zodResolver(schema) as never,
    defaultValues: defaultValues as DefaultValues<z.input<S>>,
  })
}

type FormProps<I extends FieldValues, O> = {
  form: UseFormReturn<I, unknown, O>
  /** What is thrown as ApiError is said in the form; nothing typed is lost. */
  onSubmit: (values: O) => void | Promise<void>
  errorTexts?: FailureTexts
  children: ReactNode
}

const Pending = createContext(false)

/**
 * Waits for (also asynchronous) validation, blocks with the incomplete message when a rule fails, and takes no second
 * submit while the first is pending, be it a double click or Enter twice.
 */
export function Form<I extends FieldValues, O>({ form, onSubmit, errorTexts, children }: FormProps<I, O>) {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<ReactNode>(null)
  // Ahead of the rendered state: two events may come in one frame.
  const running = useRef(false)

  async function submit(values: O) {
    setPending(true)
    try {
      await onSubmit(values)
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      const unknownFields = showFieldErrors(form, cause, errorTexts)
      if (unknownFields) setFailure(<Notice tone="error">{failureText(cause, errorTexts)}</Notice>)
    } finally {
      setPending(false)
    }
  }

  async function handle(event: FormEvent) {
    event.preventDefault()
    if (running.current) return
    running.current = true
    setFailure(null)
    try {
      await form.handleSubmit(submit, () => setFailure(<Incomplete />))()
    } finally {
      running.current = false
    }
  }

  return (
    <FormProvider {...form}>
      <Pending value={pending}>
        <form className={styles.form} noValidate onSubmit={handle}>
          {failure}
          <fieldset className={styles.fields} disabled={pending}>
            {children}
          </fieldset>
        </form>
      </Pending>
    </FormProvider>
  )
}

function Incomplete() {
  return (
    <Notice tone="error" title="Форма не заполнена.">
      Извините, не все поля заполнены верно.
    </Notice>
  )
}

/** Puts the answer's codes beside their fields. True: something is left that no field of this form shows. */
function showFieldErrors<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  { problem }: ApiError,
  texts: FailureTexts = {},
): boolean {
  const fields = Object.entries(problem.errors ?? {}).filter(([name]) => name in form.getValues())
  for (const [index, [name, codes]] of fields.entries()) {
    const own = texts[codes[0] ?? '']
    const message = typeof own === 'function' ? own(problem) : (own ?? 'Проверьте это поле.')
    form.setError(name as Path<I>, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  return fields.length === 0
}

export function SubmitButton(props: Omit<ComponentProps<typeof Button>, 'type' | 'busy'>) {
  return <Button full {...props} type="submit" busy={useContext(Pending)} />
}
