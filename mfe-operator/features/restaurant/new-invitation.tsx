import {
  createInvitation,
  type InvitationRecord,
  listInvitations,
  type NewInvitation as NewInvitationBody,
} from '@portal/contracts/admin/invitation'
import { CheckboxField } from '@portal/shared/forms/checkbox-field'
import { DropdownField } from '@portal/shared/forms/dropdown-field'
import { PhoneField, wholePhone } from '@portal/shared/forms/phone-field'
import { TextField } from '@portal/shared/forms/text-field'
import { InvitationCard } from '@portal/shared/invitation-card'
import { invitationName, invitationTerms } from '@portal/shared/invitation-card/invitation-text'
import { length } from '@portal/shared/rules/sizes'
import { Segmented } from '@portal/shared/ui/segmented'
import { Sheet } from '@portal/shared/ui/sheet'
import * as z from '@portal/shared/zod'
import { useState } from 'react'
import { ChangeForm } from '../../change/change-form.tsx'
import { useChange } from '../../change/use-change.ts'
import styles from '../../operator.module.css'
import type { OpenSheet } from '../../use-sheet.ts'
import { ExternalIdField, externalId } from './external-id-field.tsx'

const ways = [
  { value: 'phone', label: 'По телефону' },
  { value: 'link', label: 'Ссылка' },
] as const

type NewInvitationProps = OpenSheet<null> & { restaurantId: string }

/** Makes an invitation, and shows its link. */
export function NewInvitation({ restaurantId, attempt, open, close }: NewInvitationProps) {
  const [made, setMade] = useState<{ attempt: number; invitation: InvitationRecord } | null>(null)
  const [way, setWay] = useState<'phone' | 'link'>('phone')
  const sendSigned = useChange()
  const invitation = made?.attempt === attempt ? made.invitation : undefined

  async function invite(body: NewInvitationBody) {
    const effect = { affects: [listInvitations], done: 'Приглашение готово' }
    const outcome = await sendSigned(createInvitation, { params: { id: restaurantId }, body }, effect)
    if (outcome?.response) setMade({ attempt, invitation: outcome.response })
  }

  return (
    <Sheet
      open={open}
      onOpenChange={(next) => !next && close()}
      title={invitation ? 'Приглашение готово' : 'Пригласить'}
      description={invitation && `${invitationName(invitation)}. ${invitationTerms(invitation)}`}
    >
      {invitation ? (
        <InvitationCard link={invitation.link} />
      ) : (
        <div key={attempt} className={styles.fields}>
          <Segmented label="Как пригласить" options={ways} value={way} onChange={setWay} />
          {way === 'phone' ? <PersonalForm onInvite={invite} /> : <LinkForm onInvite={invite} />}
        </div>
      )}
    </Sheet>
  )
}

type FormProps = { onInvite: (body: NewInvitationBody) => Promise<void> }

const Personal = z.object({
  phone: wholePhone(),
  name: z.string().check(z.trim(), length(0, 100)),
  external_id: externalId,
  manager: z.boolean(),
  days: z.string(),
})

/** An invitation for the owner of one phone. */
function PersonalForm({ onInvite }: FormProps) {
  return (
    <ChangeForm
      schema={Personal}
      defaultValues={{ phone: '', name: '', external_id: '', manager: false, days: '7' }}
      submit="Пригласить по телефону"
      onSubmit={({ phone, name, external_id, manager, days }) =>
        onInvite({ phone, manager, days: Number(days), ...(name && { name }), ...(external_id && { external_id }) })
      }
    >
      <PhoneField name="phone" label="Телефон" autoComplete="off" />
      <TextField name="name" label="Имя" hint="Необязательно: чтобы узнать в списке" autoComplete="off" />
      <ExternalIdField />
      <CheckboxField name="manager" label="Менеджер: видит команду и приглашает" />
      <LifetimeField />
    </ChangeForm>
  )
}

const Link = z.object({ max_uses: z.string(), days: z.string() })

const uses = [
  { value: '1', label: 'Один человек' },
  { value: '10', label: 'До 10 человек' },
  { value: '100', label: 'До 100 человек' },
  { value: 'any', label: 'Сколько угодно' },
]

/** A link for all who have it. */
function LinkForm({ onInvite }: FormProps) {
  return (
    <ChangeForm
      schema={Link}
      defaultValues={{ max_uses: '1', days: '7' }}
      facts={['Ссылка без предела открыта каждому, кому её перешлют, пока её не отзовут или не выйдет срок.']}
      submit="Создать ссылку"
      onSubmit={({ max_uses, days }) =>
        onInvite({ max_uses: max_uses === 'any' ? null : Number(max_uses), days: Number(days) })
      }
    >
      <DropdownField
        name="max_uses"
        label="Сколько человек войдёт"
        options={uses}
        hint="Войти сможет любой, у кого есть ссылка"
      />
      <LifetimeField />
    </ChangeForm>
  )
}

const lifetimes = [
  { value: '1', label: '1 день' },
  { value: '7', label: '7 дней' },
  { value: '30', label: '30 дней' },
  { value: '90', label: '90 дней' },
]

function LifetimeField() {
  return <DropdownField name="days" label="Сколько действует" options={lifetimes} />
}
