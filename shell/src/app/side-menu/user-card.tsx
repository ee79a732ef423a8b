import { signOut } from '@portal/shared/session/sign-out'
import { useSession } from '@portal/shared/session/store'
import { Avatar } from '@portal/shared/ui/avatar'
import { IconButton } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { useMutation, useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../session/load-session.ts'
import styles from './user-card.module.css'

export function UserCard() {
  const name = useSession((state) => state.user?.name ?? '')
  const { data: photoUrl } = useQuery({ ...sessionQuery, select: ({ user }) => user.photo_url })
  const leaving = useMutation({ mutationFn: signOut })
  return (
    <>
      {leaving.isError && <Notice tone="error">Не удалось выйти. Проверьте соединение и попробуйте ещё раз.</Notice>}
      <div className={styles.user}>
        <Avatar name={name} photoUrl={photoUrl} />
        <span className={`${styles.name} hidden-in-rail`}>{name}</span>
        <IconButton icon="logout" label="Выход" disabled={leaving.isPending} onClick={() => leaving.mutate()} />
      </div>
    </>
  )
}
