import { getOwnPhone } from '@portal/contracts/password'
import { SignInName } from '@portal/shared/forms/new-password'
import { apiQuery } from '@portal/shared/http/query'
import { useQuery } from '@portal/shared/query'

/**
 * The user's own sign-in name for password managers. It is the whole number, while the session has only the masked one:
 * pages that need it fetch it, and it is forgotten when they close. The form also works without it.
 */
export function OwnSignInName() {
  const { data } = useQuery({ ...apiQuery(getOwnPhone, {}), gcTime: 0 })
  return data && <SignInName phone={data.phone_number} />
}
