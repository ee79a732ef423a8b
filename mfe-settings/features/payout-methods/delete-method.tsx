import { deleteCard } from '@portal/shared/contracts/bank-card'
import { listPayoutBindings, type PayoutBinding } from '@portal/shared/contracts/payout-method'
import { deleteSbpPhone } from '@portal/shared/contracts/sbp-phone'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { invalidate } from '@portal/shared/http/query'
import { toast } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import { Sheet } from '@portal/shared/ui/sheet'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import styles from './delete-method.module.css'
import { methodObject } from './method-text.ts'

const refusals = {
  default_method: 'Это основной способ вывода. Сначала сделайте основным другой.',
  payout_in_progress: 'Сюда сейчас идёт выплата. Удалите, когда она завершится.',
}

type DeleteMethodProps = {
  /** Null: nothing is asked. */
  method: PayoutBinding | null
  onClose: () => void
  onDeleted?: () => void
}

/** «Удалить карту •• 1234?», or why it cannot be deleted. */
export function DeleteMethod({ method, onClose, onDeleted }: DeleteMethodProps) {
  // Stays while the sheet slides away.
  const [shown, setShown] = useState(method)
  if (method && shown !== method) setShown(method)
  const isDefault = shown?.is_default
  const object = shown && methodObject(shown)
  return (
    <Sheet
      open={method !== null}
      onOpenChange={(open) => !open && onClose()}
      title={isDefault ? `Нельзя удалить ${object}` : `Удалить ${object}?`}
      description={isDefault ? refusals.default_method : 'Выводить сюда чаевые больше не получится.'}
    >
      {shown &&
        (isDefault ? (
          <Button full variant="secondary" onClick={onClose}>
            Понятно
          </Button>
        ) : (
          <Confirmation
            method={shown}
            onClose={onClose}
            onDeleted={() => {
              onClose()
              onDeleted?.()
            }}
          />
        ))}
    </Sheet>
  )
}

const Nothing = z.object({})

function Confirmation({ method, onClose, onDeleted }: Required<DeleteMethodProps> & { method: PayoutBinding }) {
  const client = useQueryClient()
  const form = useZodForm(Nothing, { defaultValues: {} })

  async function confirm() {
    await deleted(method)
    await invalidate(client, listPayoutBindings)
    toast(method.type === 'card' ? 'Карта удалена' : 'Телефон удалён')
    onDeleted()
  }

  return (
    <Form form={form} onSubmit={confirm} errorTexts={refusals}>
      <div className={styles.choice}>
        <Button full variant="secondary" onClick={onClose}>
          Оставить
        </Button>
        <SubmitButton variant="danger">Удалить</SubmitButton>
      </div>
    </Form>
  )
}

async function deleted({ type, id }: PayoutBinding): Promise<void> {
  try {
    await call(type === 'card' ? deleteCard : deleteSbpPhone, { params: { id } })
  } catch (cause) {
    // Gone already: an answer to the same question was lost, or another tab was faster.
    if (!(cause instanceof ApiError && cause.status === 404)) throw cause
  }
}
