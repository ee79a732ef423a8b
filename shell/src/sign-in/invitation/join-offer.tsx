import { joinRestaurant } from '@portal/contracts/invitation'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { useLocation, useNavigate } from '@portal/shared/router'
import { toast } from '@portal/shared/session/store'
import { ButtonLink } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { loginPath } from '../../session/back-path.ts'
import { restaurantAdded } from '../../session/early.ts'
import { SignOutButton } from '../../session/sign-out-button.tsx'
import { useEntryState } from '../entry-steps/entry-state.tsx'
import type { OpenedInvitation } from './opened-invitation.ts'

const Nothing = z.object({})

const errorTexts = {
  invitation_of_another: 'Приглашение для другого номера. Выйдите и войдите с тем, на который его прислали',
  employee_dismissed:
    'Вас убрали из команды этого ресторана. Вернуть вас может поддержка, а в первые сутки — и менеджер, если убрал он',
}

/** Shown to a signed-in user. A user who has signed in from this invitation has already accepted it. */
export function JoinOffer({
  code,
  invitation,
  userName,
  onAccepted,
  onFailed,
}: OpenedInvitation & { userName: string }) {
  const form = useZodForm(Nothing, { defaultValues: {} })
  const [isEmployed, setEmployed] = useState(invitation.already_employed ?? false)
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { joins } = useEntryState()
  const offer = useRef<HTMLDivElement>(null)
  const { name } = invitation.restaurant

  async function join() {
    try {
      restaurantAdded(client, await call(joinRestaurant, { params: { code } }))
      toast(`Ресторан «${name}» добавлен`)
      onAccepted()
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      if (cause.code === 'already_employed') {
        // An attempt whose response was lost may have accepted it.
        restaurantAdded(client)
        setEmployed(true)
      } else if (cause.status === 401) {
        void navigate(loginPath(pathname), { state: { joins: code } })
      } else onFailed(cause)
    }
  }

  useEffect(() => {
    if (joins === code) offer.current?.querySelector('form')?.requestSubmit()
  }, [joins, code])

  if (isEmployed) {
    return (
      <>
        <Notice tone="info">{`Вы уже работаете в ресторане «${name}»`}</Notice>
        <ButtonLink to="/" full replace>
          На главную
        </ButtonLink>
      </>
    )
  }
  return (
    <div ref={offer}>
      <Form form={form} onSubmit={join} errorTexts={errorTexts}>
        <p>{`Вы вошли как ${userName}`}</p>
        <SubmitButton>Добавить ресторан</SubmitButton>
        <SignOutButton variant="ghost" size="s" full>
          Это не вы? Выйти
        </SignOutButton>
      </Form>
    </div>
  )
}
