import LoginPage from '../login/login-page.tsx'
import { AnonymousOnly } from '../routing/anonymous-only.tsx'

export default function Login() {
  return (
    <AnonymousOnly>
      <LoginPage />
    </AnonymousOnly>
  )
}
