import { zodResolver } from '@hookform/resolvers/zod'
import type { Elements } from '@portal/shared/elements'
import { type FailureTexts, failureText } from '@portal/shared/format/failure-text'
import { supportCode } from '@portal/shared/format/support-code'
import { ApiError } from '@portal/shared/http/api-error'
import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import {
  type ComponentProps,
  type ContextType,
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import {
  type DefaultValues,
  type FieldValues,
  FormProvider,
  type Path,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { inPageLanguage } from '../rules/rule.ts'
import { notValid } from '../rules/values.ts'
import { HeldBack } from './flush-on-submit.ts'
import styles from './form.module.css'
import { usePending } from './pending.ts'
import { typeInto } from './type-into.ts'

type Schema = z.ZodMiniType<FieldValues, FieldValues>

/** Fields that are not filled yet: null or '' where the schema requires a value. */
type Blank<T> = { [K in keyof T]?: T[K] | null }

/** `useZodForm(Credentials, { defaultValues })`: checks when sent, and from then on with each change. */
export function useZodForm<S extends Schema>(schema: S, { defaultValues }: { defaultValues: Blank<z.input<S>> }) {
  return useForm<z.input<S>, unknown, z.output<S>>({
    // The schema is a zod/mini one, which the resolver's types do not follow into its input and output.
    resolver: zodResolver(schema, { error: notValid }) as never,
    defaultValues: defaultValues as DefaultValues<z.input<S>>,
    // The form does it (pending.ts).
    shouldFocusError: false,
  })
}

type FormProps<I extends FieldValues, O> = {
  form: UseFormReturn<I, unknown, O>
  /** A thrown ApiError is shown in the form; nothing typed is lost. */
  onSubmit: (values: O) => void | Promise<void>
  children: ReactNode
} & ProblemMapping<I>

/** How the form maps errors of the server. */
type ProblemMapping<I extends FieldValues> = {
  errorTexts?: FailureTexts
  /** The form's names of fields that the call names otherwise. */
  errorFields?: Record<string, Path<I>>
}

const Pending = createContext(false)

/**
 * Waits for validation, which may be asynchronous, and blocks when a rule fails: the first wrong field gets the focus,
 * and where it is out of sight, the incomplete message is shown. Ignores a second submit while the first is pending,
 * whether by a double click or by Enter twice.
 */
export function Form<I extends FieldValues, O>({ children, ...props }: FormProps<I, O>) {
  const { formRef, pending, failure, heldBack, handle } = useSubmit(props)
  return (
    <FormProvider {...props.form}>
      <HeldBack value={heldBack}>
        <Pending value={pending}>
          <form ref={formRef} className={styles.form} noValidate onSubmit={handle}>
            {failure}
            <fieldset className={styles.fields} disabled={pending}>
              {children}
            </fieldset>
          </form>
        </Pending>
      </HeldBack>
    </FormProvider>
  )
}

/** Returns the handler of the submit event, and what the form shows while and after it is submitted. */
function useSubmit<I extends FieldValues, O>({ form, onSubmit, ...problemMapping }: Omit<FormProps<I, O>, 'children'>) {
  const { formRef, pending, during, isInvalidInWindow } = usePending()
  const [failure, setFailure] = useState<Elements>(null)
  const [isIncomplete, setIncomplete] = useState(false)
  const [heldBack] = useState<ContextType<typeof HeldBack>>(() => new Set())
  // Ahead of the rendered state: two events may come in one frame.
  const running = useRef(false)
  // What `typeUnheard` types on submit is rendered before `onSubmit` is called, which may be a newer one then.
  const latestOnSubmit = useRef(onSubmit)
  useLayoutEffect(() => {
    latestOnSubmit.current = onSubmit
  })

  async function submit() {
    const held = [...heldBack].map((flush) => flush())
    if (held.includes(false)) return setIncomplete(true)
    // What a field waits for, such as an image, did not load; the field shows why.
    if ((await Promise.all(held)).includes(false)) return
    try {
      await form.handleSubmit(
        (values) => latestOnSubmit.current(values),
        () => setIncomplete(true),
      )()
    } catch (cause) {
      if (!(cause instanceof ApiError)) {
        setFailure(<Failure>Что-то пошло не так. Попробуйте ещё раз.</Failure>)
        throw cause
      }
      if (!showFieldErrors(form, cause, problemMapping))
        setFailure(<Failure code={supportCode(cause)}>{failureText(cause, problemMapping.errorTexts)}</Failure>)
    }
  }

  async function handle(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // A form inside a sheet is, for React, inside the form that opened the sheet.
    event.stopPropagation()
    if (running.current) return
    running.current = true
    // Before anything is rendered, because a render would remove what was put in.
    typeUnheard(event.currentTarget, form.getValues())
    setFailure(null)
    setIncomplete(false)
    try {
      await during(submit)
    } finally {
      running.current = false
    }
  }

  return { formRef, pending, failure: isIncomplete && !isInvalidInWindow ? <Incomplete /> : failure, heldBack, handle }
}

/** Types again what was put into inputs without an event, as some password managers do. */
function typeUnheard(element: HTMLFormElement, values: FieldValues): void {
  for (const input of element.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) {
    const { type, name, value } = input
    if (type === 'checkbox') {
      const { checked } = input as HTMLInputElement
      if (typeof values[name] === 'boolean' && values[name] !== checked) typeInto(input, checked)
    } else if (type !== 'radio' && type !== 'file') {
      // React keeps the attribute equal to the value that it has rendered.
      if (value !== input.defaultValue) typeInto(input, value)
    }
  }
}

/**
 * Shows errors of the server at their fields; also for a step that comes after its form. Returns false when it
 * names no field of this form.
 */
export function showFieldErrors<I extends FieldValues, O>(
  form: UseFormReturn<I, unknown, O>,
  cause: unknown,
  { errorTexts = {}, errorFields = {} }: ProblemMapping<I> = {},
): boolean {
  if (!(cause instanceof ApiError)) return false
  const errors = Object.entries(cause.problem.errors ?? {})
    .map(([name, [code = '']]) => ({ name: errorFields[name] ?? (name as Path<I>), code }))
    .filter(({ name }) => name in form.getValues())
  for (const [index, { name, code }] of errors.entries()) {
    const text = errorTexts[code] ?? ofEveryForm[code] ?? notValid({ input: form.getValues(name) })
    const message = typeof text === 'function' ? text(cause.problem) : text
    form.setError(name, { message }, { shouldFocus: index === 0 })
  }
  return errors.length > 0
}

/** Rules of the server that no form repeats for each of its texts. */
const ofEveryForm: FailureTexts = {
  card_number: 'Не указывайте здесь номер карты',
  control_character: 'Напишите в одну строку, без больших пробелов',
  pile_of_marks: 'Уберите лишние значки над буквами',
}

/** The second click of a double one submits nothing: the response to the first may have come between the two. */
export function SubmitButton(props: Omit<ComponentProps<typeof Button>, 'type' | 'busy' | 'onClick'>) {
  return (
    <Button
      full
      {...props}
      type="submit"
      busy={useContext(Pending)}
      onClick={(event) => event.detail > 1 && event.preventDefault()}
    />
  )
}

const incomplete = {
  ru: { title: 'Форма не заполнена.', text: 'Извините, не все поля заполнены верно.' },
  en: { title: 'Form incomplete.', text: 'Sorry, not all fields are filled out correctly.' },
}

function Incomplete() {
  const { title, text } = inPageLanguage(incomplete)
  return (
    <Notice tone="error" title={title}>
      {text}
    </Notice>
  )
}

/** Above the fields, while the button that was pressed may be a screen below. */
function Failure({ code, children }: { code?: string | undefined; children: ReactNode }) {
  return (
    <div ref={(shown) => shown?.scrollIntoView({ block: 'nearest' })} className={styles.failure}>
      <Notice tone="error">
        <span>{children}</span>
        {code && <p className={styles.code}>{`Код для поддержки: ${code}`}</p>}
      </Notice>
    </div>
  )
}
