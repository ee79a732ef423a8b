import { Button } from '@portal/shared/ui/button'
import { EmptyState } from '@portal/shared/ui/empty-state'

/** A defect of the shell itself. Whatever the server has is safe, and a reload starts anew. */
export function Defect() {
  return (
    <div role="alert">
      <EmptyState
        icon="alert"
        title="Что-то пошло не так"
        text="Обновите страницу. С деньгами ничего не случилось."
        action={<Button onClick={() => location.reload()}>Обновить</Button>}
      />
    </div>
  )
}
