import { getCard, updateCard } from '@portal/contracts/bank-card'
import { Form, useZodForm } from '@portal/shared/forms/form'
import { call } from '@portal/shared/http/call'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { useParams } from '@portal/shared/router'
import { NotFound } from '@portal/shared/ui/not-found'
import * as z from '@portal/shared/zod'
import { DeleteButton, MethodFields, MethodHeader } from './edit-method.tsx'
import { FormPage, MethodLabel } from './form-page.tsx'
import { changedFields, useSaveMethod } from './save-method.ts'

const EditedCard = z.object({ label: MethodLabel, is_default: z.boolean() })

function EditCardPage() {
  const { id = '' } = useParams()
  return (
    <FormPage fields={2}>
      <NotFound title="Карта не найдена">
        <EditCard key={id} id={id} />
      </NotFound>
    </FormPage>
  )
}

export { EditCardPage as Component }

function EditCard({ id }: { id: string }) {
  const { data: card } = useSuspenseQuery(apiQuery(getCard, { params: { id } }))
  const form = useZodForm(EditedCard, { defaultValues: { label: card.label, is_default: card.is_default } })
  const save = useSaveMethod(getCard)
  return (
    <>
      <MethodHeader method={card} number={card.mask} />
      <Form
        form={form}
        onSubmit={(values) => save(() => call(updateCard, { params: { id }, body: changedFields(values, card) }))}
      >
        <MethodFields method={card} />
      </Form>
      <DeleteButton method={card} />
    </>
  )
}
