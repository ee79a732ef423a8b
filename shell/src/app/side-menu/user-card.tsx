import { signOut } from '@portal/shared/session/sign-out'
import { useSession } from '@portal/shared/session/store'
import { Avatar } from '@portal/shared/ui/avatar'
import { IconButton } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { useMutation } from '@tanstack/react-query'
import styles from './user-card.module.css'

export function UserCard() {
  const name = useSession((state) => state.user?.name ?? '')
  const leaving = useMutation({ mutationFn: signOut })
  return (
    <>
      {leaving.isError && <Notice tone="error">Не удалось выйти. Проверьте соединение и попробуйте ещё раз.</Notice>}
      <div className={styles.user}>
        <Avatar name={name} />
        <span className={styles.name}>{name}</span>
        <IconButton icon="logout" label="Выход" disabled={leaving.isPending} onClick={() => leaving.mutate()} />
      </div>
    </>
  )
}
