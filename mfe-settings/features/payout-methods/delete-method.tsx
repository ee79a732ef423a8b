import { deleteCard, getCard } from '@portal/contracts/bank-card'
import { listPayoutMethods, type PayoutMethod } from '@portal/contracts/payout-method'
import { deleteSbpPhone, getSbpPhone } from '@portal/contracts/sbp-phone'
import { Form, useZodForm } from '@portal/shared/forms/form'
import { RadioField, type RadioFieldOption } from '@portal/shared/forms/radio-field'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { apiQuery, invalidate } from '@portal/shared/http/query'
import { useQueryClient, useSuspenseQuery } from '@portal/shared/query'
import { required } from '@portal/shared/rules/values'
import { toast } from '@portal/shared/session/store'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Notice } from '@portal/shared/ui/notice'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Sheet } from '@portal/shared/ui/sheet'
import { Skeleton } from '@portal/shared/ui/skeleton'
import * as z from '@portal/shared/zod'
import { KeepOrDelete } from '../../keep-or-delete/keep-or-delete.tsx'
import { lowLimit, methodNote, methodObject, methodTitle } from './method-text.ts'
import { useFromRestaurants } from './restaurant-field.tsx'
import { removeCachedMethods } from './save-method.ts'

const errorTexts = {
  default_method: 'Этот способ стал основным. Выберите, какой будет вместо него.',
  next_default_unknown: 'Способы вывода изменились. Выберите основной ещё раз.',
  payout_in_progress: 'Сюда сейчас идут деньги. Удалите, когда вывод завершится.',
}

type DeleteMethodProps = {
  method: PayoutMethod
  open: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Asks «Удалить карту •• 1234?». If the bank has several other methods, also asks which one becomes the default. */
export function DeleteMethod({ method, open, onClose, onDeleted }: DeleteMethodProps) {
  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={<NoBreak>{`Удалить ${methodObject(method)}?`}</NoBreak>}
      description="Выводить сюда чаевые больше не получится"
    >
      <QueryBoundary skeleton={<Skeleton height={48} radius="var(--radius-control)" />}>
        <Confirmation method={method} onClose={onClose} onDeleted={onDeleted} />
      </QueryBoundary>
    </Sheet>
  )
}

const NextDefault = z.object({ next: z.string().check(required('Выберите, какой способ будет основным')) })
const Nothing = z.object({ next: z.string() })

function Confirmation({ method, onClose, onDeleted }: Omit<DeleteMethodProps, 'open'>) {
  const { data } = useSuspenseQuery(apiQuery(listPayoutMethods, { query: {} }))
  const others = data.items.filter(({ id, bank }) => id !== method.id && bank === method.bank)
  const active = others.filter(({ status }) => status === 'active')
  // As in the API, there is no choice if only blocked methods remain.
  const shouldChooseNext = method.is_default && active.length > 0
  const from = useFromRestaurants(method.rest_ids[0] ?? '')
  const client = useQueryClient()
  const form = useZodForm(shouldChooseNext ? NextDefault : Nothing, {
    defaultValues: { next: (active.length === 1 && active[0]?.id) || '' },
  })

  async function confirm({ next }: { next: string }) {
    try {
      await remove(method, shouldChooseNext ? next : undefined)
    } catch (cause) {
      if (isStale(cause)) {
        form.reset({ next: '' })
        await invalidate(client, listPayoutMethods, getCard, getSbpPhone)
      }
      throw cause
    }
    removeCachedMethods(client)
    await invalidate(client, listPayoutMethods)
    toast(method.type === 'card' ? 'Карта удалена' : 'Телефон СБП удалён')
    onDeleted()
  }

  return (
    <Form form={form} onSubmit={confirm} errorTexts={errorTexts}>
      {shouldChooseNext && (
        <RadioField name="next" label="Какой способ будет основным?" options={others.map(toOption)} />
      )}
      {active.length === 0 && (
        <Notice tone="info">
          {`Вывести чаевые ${from} будет некуда. На новую карту или телефон первые сутки можно вывести не больше ${lowLimit}.`}
        </Notice>
      )}
      <KeepOrDelete onKeep={onClose} />
    </Form>
  )
}

function toOption(method: PayoutMethod): RadioFieldOption {
  const isBlocked = method.status === 'blocked'
  return {
    value: method.id,
    title: methodTitle(method),
    note: isBlocked ? 'Не работает' : methodNote(method),
    icon: method.type,
    disabled: isBlocked,
  }
}

/** Another tab has changed the methods since they were loaded. */
function isStale(cause: unknown): boolean {
  return cause instanceof ApiError && ['default_method', 'next_default_unknown'].includes(cause.code)
}

async function remove({ type, id }: PayoutMethod, nextDefaultId: string | undefined): Promise<void> {
  try {
    await call(type === 'card' ? deleteCard : deleteSbpPhone, { params: { id }, query: { nextDefaultId } })
  } catch (cause) {
    // It is already deleted: an earlier response was lost, or another tab was faster.
    if (!(cause instanceof ApiError && cause.status === 404)) throw cause
  }
}
