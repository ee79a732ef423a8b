import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { PasswordField } from '@portal/shared/forms/password-field'
import { TextField } from '@portal/shared/forms/text-field'
import { ApiError } from '@portal/shared/http/api-error'
import * as z from 'zod/mini'
import { Played, sendForm } from '../gallery/played.tsx'
import type { Stories } from '../gallery/stories.ts'

const Credentials = z.object({
  name: z.string().check(z.minLength(1)),
  password: z.string().check(z.minLength(8, 'Не менее 8 символов')),
})

const filled = { name: 'Анна', password: 'demo-Chaevye-1' }

type ExampleProps = { values?: typeof filled; onSubmit?: () => Promise<void> }

function Example({ values = filled, onSubmit = async () => {} }: ExampleProps) {
  const form = useZodForm(Credentials, { defaultValues: values })
  return (
    <Form form={form} onSubmit={onSubmit} errorTexts={{ name_taken: 'Это имя занято' }}>
      <TextField name="name" label="Имя" autoComplete="username" />
      <PasswordField name="password" label="Пароль" autoComplete="new-password" />
      <SubmitButton>Продолжить</SubmitButton>
    </Form>
  )
}

const problem = (status: number, code: string, data = {}) => new ApiError(status, { code, message: code, ...data })

export const stories: Stories = {
  Empty: <Example values={{ name: '', password: '' }} />,
  Filled: <Example />,
  Incomplete: (
    <Played play={sendForm}>
      <Example values={{ name: '', password: 'demo' }} />
    </Played>
  ),
  Pending: (
    <Played play={sendForm}>
      <Example onSubmit={() => new Promise(() => {})} />
    </Played>
  ),
  'No response': (
    <Played play={sendForm}>
      <Example onSubmit={() => Promise.reject(problem(0, 'offline'))} />
    </Played>
  ),
  'Too many attempts': (
    <Played play={sendForm}>
      <Example onSubmit={() => Promise.reject(problem(429, 'too_many', { retry_after: 900 }))} />
    </Played>
  ),
  'A field is rejected': (
    <Played play={sendForm}>
      <Example onSubmit={() => Promise.reject(problem(422, 'invalid', { errors: { name: ['name_taken'] } }))} />
    </Played>
  ),
}
