import { deleteAccount } from '@portal/contracts/personal-data'
import { CheckboxField } from '@portal/shared/forms/checkbox-field'
import { Form, useZodForm } from '@portal/shared/forms/form'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { endSessionBy } from '@portal/shared/session/sign-out'
import { toast } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import { Sheet } from '@portal/shared/ui/sheet'
import * as z from '@portal/shared/zod'
import { useState } from 'react'
import {
  CurrentPasswordField,
  currentPassword,
  currentPasswordTexts,
} from '../../current-password/current-password.tsx'
import { KeepOrDelete } from '../../keep-or-delete/keep-or-delete.tsx'
import styles from '../../settings.module.css'

export function DeleteAccount() {
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.page}>
      <p>Сразу и навсегда удалятся:</p>
      <ul className={styles.facts}>
        <li>имя, телефон, фото и всё, что вы написали о себе</li>
        <li>номера карт, ключи доступа, сеансы и устройства</li>
      </ul>
      <p>Для бухгалтерского учёта закон требует хранить:</p>
      <ul className={styles.facts}>
        <li>чаевые, выводы и переводы — без вашего имени</li>
        <li>у коллег в истории переводов — ваше имя и последние цифры телефона</li>
        <li>последние цифры карты или телефон СБП у выводов на них</li>
        <li>даты и версии принятых документов</li>
      </ul>
      <p>
        Ещё полтора года мы храним зашифрованную метку номера: сам номер по ней не узнать. Если гости вернут чаевые,
        которые вы уже вывели, долг останется за этим номером.
      </p>
      <p>Сначала выведите деньги: после удаления это невозможно.</p>
      <Button variant="danger-quiet" icon="trash" full onClick={() => setOpen(true)}>
        Удалить аккаунт
      </Button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title="Удалить аккаунт?"
        description="Отменить удаление нельзя. На ваш телефон придёт СМС."
      >
        <Deletion onCancel={() => setOpen(false)} />
      </Sheet>
    </div>
  )
}

const DeletionForm = z.object({
  ...currentPassword,
  leaves_rest: z.boolean(),
  leaves_debt: z.boolean(),
})

function Deletion({ onCancel }: { onCancel: () => void }) {
  const form = useZodForm(DeletionForm, {
    defaultValues: { current_password: '', leaves_rest: false, leaves_debt: false },
  })
  const [hasRest, setHasRest] = useState(false)
  const [hasDebt, setHasDebt] = useState(false)

  async function remove(body: z.infer<typeof DeletionForm>) {
    try {
      await endSessionBy(async () => {
        await call(deleteAccount, { body })
        toast('Аккаунт удалён')
      })
    } catch (cause) {
      if (cause instanceof ApiError && cause.code === 'rest_left') setHasRest(true)
      if (cause instanceof ApiError && cause.code === 'debt_left') setHasDebt(true)
      throw cause
    }
  }

  return (
    <Form
      form={form}
      onSubmit={remove}
      errorTexts={{
        ...currentPasswordTexts,
        balance_left:
          'На балансе или к зачислению есть деньги. Дождитесь зачисления, выведите всё и повторите удаление.',
        payout_in_progress: 'Вывод или перевод ещё не завершён. Дождитесь его и повторите удаление.',
        rest_left: 'На балансе остаток меньше минимальной суммы вывода. Отметьте, что отказываетесь от него.',
        debt_left:
          'За вами долг: гости вернули чаевые, которые вы уже вывели. Удаление его не отменит. Отметьте, что знаете об этом.',
      }}
    >
      <CurrentPasswordField />
      {hasRest && <CheckboxField name="leaves_rest" label="Отказываюсь от остатка на балансе" />}
      {hasDebt && (
        <CheckboxField
          name="leaves_debt"
          label="Долг останется за моим номером. Если снова зарегистрируюсь с ним, вернутся долг и история операций"
        />
      )}
      <KeepOrDelete onKeep={onCancel} />
    </Form>
  )
}
