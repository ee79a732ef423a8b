import { cancelPhoneChange, getPhoneChange, type PendingPhoneChange } from '@portal/contracts/password'
import { formatMoment } from '@portal/shared/format/date'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { call } from '@portal/shared/http/call'
import { invalidate } from '@portal/shared/http/query'
import { useQueryClient } from '@portal/shared/query'
import { toast } from '@portal/shared/session/store'
import { NoBreak } from '@portal/shared/ui/no-break'
import { Notice } from '@portal/shared/ui/notice'
import * as z from '@portal/shared/zod'
import styles from '../../settings.module.css'

/** The change that waits for its day: any session of the user may cancel it. */
export function PendingChange({ pending }: { pending: PendingPhoneChange }) {
  const client = useQueryClient()
  const form = useZodForm(z.object({}), { defaultValues: {} })

  async function cancel() {
    await call(cancelPhoneChange, {})
    await invalidate(client, getPhoneChange)
    toast('Смена номера отменена')
  }

  return (
    <>
      <Notice tone="info" title={`Номер сменится ${formatMoment(pending.takes_effect_at)}`}>
        Новый номер для входа —{' '}
        <span className={styles.whole}>
          <NoBreak>{pending.phone_masked}</NoBreak>
        </span>
        . Если смену запросили не вы, отмените её и смените пароль.
      </Notice>
      <Form form={form} onSubmit={cancel}>
        <SubmitButton variant="secondary">Отменить смену номера</SubmitButton>
      </Form>
    </>
  )
}
