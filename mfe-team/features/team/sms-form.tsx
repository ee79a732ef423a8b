import { inviteToTeam, listTeamInvitations, sendTeamInvitation, type TeamInvitation } from '@portal/contracts/team'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { PhoneField, wholePhone } from '@portal/shared/forms/phone-field'
import { TextField } from '@portal/shared/forms/text-field'
import { call } from '@portal/shared/http/call'
import { invalidate } from '@portal/shared/http/query'
import { useQueryClient } from '@portal/shared/query'
import { length } from '@portal/shared/rules/sizes'
import { no_card_number, person_name } from '@portal/shared/rules/texts'
import * as z from '@portal/shared/zod'
import { errorTexts } from './error-texts.ts'
import { LifetimeField } from './link-form.tsx'

const Recipient = z.object({
  phone: wholePhone(),
  name: z.string().check(z.trim(), length(0, 100), no_card_number(), person_name()),
  days: z.string(),
})

/** An invitation for the owner of one phone, which gets the link by SMS. */
export function SmsForm({ restId, onMade }: { restId: string; onMade: (invitation: TeamInvitation) => void }) {
  const form = useZodForm(Recipient, { defaultValues: { phone: '', name: '', days: '7' } })
  const client = useQueryClient()

  async function send({ phone, name, days }: z.infer<typeof Recipient>) {
    const body = { rest_id: restId, phone, days: Number(days), ...(name && { name }) }
    try {
      // A repeated request returns the same invitation, so another attempt sends a message that was not sent.
      const invitation = await call(inviteToTeam, { body })
      await call(sendTeamInvitation, { params: { id: invitation.id } })
      onMade(invitation)
    } finally {
      await invalidate(client, listTeamInvitations)
    }
  }

  return (
    <Form form={form} onSubmit={send} errorTexts={errorTexts}>
      <PhoneField name="phone" label="Телефон" autoComplete="off" />
      <TextField name="name" label="Имя" hint="Необязательно: чтобы узнать в списке приглашений" autoComplete="off" />
      <LifetimeField name="days" />
      <SubmitButton>Отправить СМС</SubmitButton>
    </Form>
  )
}
