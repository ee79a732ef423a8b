import { useMutation } from '@portal/shared/query'
import { signOut } from '@portal/shared/session/sign-out'
import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import styles from './sign-out.module.css'

/** The shell, which watches the session, decides where the user goes next. */
export function SignOut() {
  const leaving = useMutation({ mutationFn: signOut })
  return (
    <div className={styles.signOut}>
      {leaving.isError && <Notice tone="error">Не удалось выйти. Проверьте соединение и попробуйте ещё раз.</Notice>}
      <Button variant="secondary" icon="logout" full busy={leaving.isPending} onClick={() => leaving.mutate()}>
        Выход
      </Button>
    </div>
  )
}
