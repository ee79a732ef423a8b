import { getOwnPhone } from '@portal/contracts/password'
import { SignInName } from '@portal/shared/forms/new-password'
import { apiQuery } from '@portal/shared/http/query'
import { useQuery } from '@portal/shared/query'

/**
 * The user's own sign-in name for password managers. It is the whole number, which the browser otherwise knows masked
 * only: it is fetched by the pages that need it, and forgotten with them. Without it the form works all the same.
 */
export function OwnSignInName() {
  const { data } = useQuery({ ...apiQuery(getOwnPhone, {}), gcTime: 0 })
  return data && <SignInName phone={data.phone_number} />
}
