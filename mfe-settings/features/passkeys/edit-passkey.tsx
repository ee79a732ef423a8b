import { listPasskeys, type Passkey, removePasskey, renamePasskey } from '@portal/contracts/passkey'
import { tidyText } from '@portal/contracts/tidy-text'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { TextField } from '@portal/shared/forms/text-field'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { invalidate } from '@portal/shared/http/query'
import { useQueryClient } from '@portal/shared/query'
import { length } from '@portal/shared/rules/sizes'
import { required } from '@portal/shared/rules/values'
import { toast } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Sheet } from '@portal/shared/ui/sheet'
import * as z from '@portal/shared/zod'
import { useState } from 'react'
import {
  CurrentPassword,
  CurrentPasswordField,
  currentPasswordTexts,
} from '../../current-password/current-password.tsx'
import { KeepOrDelete } from '../../keep-or-delete/keep-or-delete.tsx'
import styles from '../../settings.module.css'

type EditPasskeyProps = { passkey: Passkey; open: boolean; onClose: () => void }

/** Renames the passkey, or deletes it with the password. */
export function EditPasskey({ passkey, open, onClose }: EditPasskeyProps) {
  const [isDeleting, setDeleting] = useState(false)

  function close() {
    setDeleting(false)
    onClose()
  }

  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && close()}
      title={isDeleting ? <NoBreak>{`Удалить «${passkey.label}»?`}</NoBreak> : 'Ключ доступа'}
      description={
        isDeleting &&
        'Войти и подтвердить вывод этим ключом больше не получится. На самом устройстве удалите его в настройках паролей.'
      }
    >
      {isDeleting ? (
        <Deletion id={passkey.id} onCancel={() => setDeleting(false)} onDeleted={close} />
      ) : (
        <div className={styles.fields}>
          <Rename passkey={passkey} onRenamed={close} />
          <Button full variant="danger-quiet" icon="trash" onClick={() => setDeleting(true)}>
            Удалить ключ
          </Button>
        </div>
      )}
    </Sheet>
  )
}

const Name = z.object({ label: z.string().check(z.overwrite(tidyText), required('Введите название'), length(1, 40)) })

function Rename({ passkey: { id, label }, onRenamed }: { passkey: Passkey; onRenamed: () => void }) {
  const form = useZodForm(Name, { defaultValues: { label } })
  const client = useQueryClient()

  async function rename(body: z.infer<typeof Name>) {
    await call(renamePasskey, { params: { id }, body })
    await invalidate(client, listPasskeys)
    toast('Сохранено')
    onRenamed()
  }

  return (
    <Form form={form} onSubmit={rename}>
      <TextField name="label" label="Название" hint="Чтобы отличать ключи: например, «Мой телефон»" />
      <SubmitButton>Сохранить</SubmitButton>
    </Form>
  )
}

type DeletionProps = { id: string; onCancel: () => void; onDeleted: () => void }

function Deletion({ id, onCancel, onDeleted }: DeletionProps) {
  const form = useZodForm(CurrentPassword, { defaultValues: { current_password: '' } })
  const client = useQueryClient()

  async function remove(body: z.infer<typeof CurrentPassword>) {
    try {
      await call(removePasskey, { params: { id }, body })
    } catch (cause) {
      // It is already deleted: a response was lost, or another tab was faster.
      if (!(cause instanceof ApiError && cause.status === 404)) throw cause
    }
    await invalidate(client, listPasskeys)
    toast('Ключ доступа удалён')
    onDeleted()
  }

  return (
    <Form form={form} onSubmit={remove} errorTexts={currentPasswordTexts}>
      <CurrentPasswordField />
      <KeepOrDelete onKeep={onCancel} />
    </Form>
  )
}
