import type { FieldProps } from '@portal/shared/forms/field'
import { TextField } from '@portal/shared/forms/text-field'
import { IconButton } from '@portal/shared/ui/button'
import { useState } from 'react'

type PasswordFieldProps = FieldProps & { autoComplete: 'current-password' | 'new-password' }

export function PasswordField(field: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
      end={
        <IconButton
          icon={isShown ? 'eye-off' : 'eye'}
          label={isShown ? 'Скрыть пароль' : 'Показать пароль'}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  )
}
