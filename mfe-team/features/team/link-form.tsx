import { inviteToTeam, listTeamInvitations, type TeamInvitation } from '@portal/contracts/team'
import { DropdownField } from '@portal/shared/forms/dropdown-field'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { call } from '@portal/shared/http/call'
import { invalidate } from '@portal/shared/http/query'
import { useQueryClient } from '@portal/shared/query'
import * as z from '@portal/shared/zod'
import { errorTexts } from './error-texts.ts'

const Terms = z.object({ days: z.string(), max_uses: z.string() })

const uses = [
  { value: '1', label: 'Один человек' },
  { value: '5', label: 'До 5 человек' },
  { value: '10', label: 'До 10 человек' },
  { value: '30', label: 'До 30 человек' },
]

/** A link for all who have it, to be sent or shown as a QR code. */
export function LinkForm({ restId, onMade }: { restId: string; onMade: (invitation: TeamInvitation) => void }) {
  const form = useZodForm(Terms, { defaultValues: { days: '7', max_uses: '1' } })
  const client = useQueryClient()

  async function make({ days, max_uses }: z.infer<typeof Terms>) {
    const body = { rest_id: restId, days: Number(days), max_uses: Number(max_uses) }
    try {
      onMade(await call(inviteToTeam, { body }))
    } finally {
      // Runs even after a failure: the response may be lost although the link was made.
      await invalidate(client, listTeamInvitations)
    }
  }

  return (
    <Form form={form} onSubmit={make} errorTexts={errorTexts}>
      <DropdownField
        name="max_uses"
        label="Сколько человек войдёт"
        options={uses}
        hint="Войти сможет любой, у кого есть ссылка"
      />
      <LifetimeField name="days" />
      <SubmitButton>Создать ссылку</SubmitButton>
    </Form>
  )
}

const lifetimes = [
  { value: '1', label: '1 день' },
  { value: '7', label: '7 дней' },
  { value: '30', label: '30 дней' },
]

/** The days until an invitation ends; the form holds their number as a text. */
export function LifetimeField({ name }: { name: string }) {
  return <DropdownField name={name} label="Сколько действует" options={lifetimes} />
}
