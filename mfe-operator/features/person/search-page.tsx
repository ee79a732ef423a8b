import { findUser } from '@portal/contracts/admin/user'
import { Form, SubmitButton, useZodForm } from '@portal/shared/forms/form'
import { PhoneField, wholePhone } from '@portal/shared/forms/phone-field'
import { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { useNavigate } from '@portal/shared/router'
import { Panel } from '@portal/shared/ui/panel'
import * as z from '@portal/shared/zod'
import { OperatorPage } from '../../access/operator-page.tsx'
import { useAccess } from '../../access/use-access.ts'
import { errorTexts } from '../../change/error-texts.ts'

const Values = z.object({ phone: wholePhone() })

const searchTexts = {
  ...errorTexts,
  nobody: 'Нет человека с таким телефоном. Пригласите его на странице ресторана.',
}

/** Finds a user by phone. The phone is in no address; the found user's page has the id. */
function SearchPage() {
  const form = useZodForm(Values, { defaultValues: { phone: '' } })
  const navigate = useNavigate()
  const withAccess = useAccess()

  async function find({ phone }: z.infer<typeof Values>) {
    const found = await withAccess(() => call(findUser, { body: { phone } }))
    if (!found) return
    const [user] = found.items
    if (!user) throw new ApiError(404, { code: 'nobody', message: 'No user has this phone' })
    await navigate(`/operator/person/${user.id}`)
  }

  return (
    <OperatorPage>
      <Panel>
        <Form form={form} onSubmit={find} errorTexts={searchTexts}>
          <PhoneField
            name="phone"
            label="Телефон человека"
            hint="Спросите полный номер у человека, не называйте его сами"
            autoComplete="off"
          />
          <SubmitButton icon="search">Найти</SubmitButton>
        </Form>
      </Panel>
    </OperatorPage>
  )
}

export { SearchPage as Component }
