import type { FieldProps } from '@portal/shared/forms/field'
import { TextField } from '@portal/shared/forms/text-field'
import { IconButton } from '@portal/shared/ui/button'
import { useState } from 'react'

type PasswordFieldProps = FieldProps & { autoComplete: 'current-password' | 'new-password' }

export function PasswordField(field: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...field}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          label={shown ? 'Скрыть пароль' : 'Показать пароль'}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
