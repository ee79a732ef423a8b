import type { ResponseOf } from '@portal/contracts/endpoint'
import { getSharingTemplate, type SharingTemplate, saveSharingTemplate } from '@portal/contracts/sharing'
import { failureText } from '@portal/shared/format/failure-text'
import { plural } from '@portal/shared/format/plural'
import type { ApiError } from '@portal/shared/http/api-error'
import { call } from '@portal/shared/http/call'
import { apiQuery } from '@portal/shared/http/query'
import { asReceived } from '@portal/shared/http/read-response'
import { useMutation, useQueryClient } from '@portal/shared/query'
import { toast } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import type { Part } from './parts.ts'
import styles from './sharing.module.css'
import type { BegunSharing, SharingDraft } from './sharing-draft.ts'

const wayTexts = { equal: 'поровну', hours: 'по часам', percent: 'по процентам' } as const

type UsualTeamProps = {
  template: SharingTemplate
  /** How many members of the template are still colleagues. */
  count: number
  members: BegunSharing['members']
  onFill: () => void
}

/** Says that the form has the usual team, or offers it while no colleague is chosen. */
export function UsualTeam({ template, count, members, onFill }: UsualTeamProps) {
  if (members?.length || count === 0) return null
  const text = `${plural(count, 'сотрудник', 'сотрудника', 'сотрудников')}, ${wayTexts[template.way]}`
  if (!members) return <p className={styles.usual}>{`Как обычно: ${text}`}</p>
  return (
    <div className={styles.usual}>
      <Button variant="secondary" size="s" onClick={onFill}>
        Как обычно
      </Button>
      <span>{text}</span>
    </div>
  )
}

type SaveTemplateProps = {
  restId: string
  draft: SharingDraft
  parts: readonly Part[]
}

/** Stores the chosen team as the usual one. */
export function SaveTemplate({ restId, draft, parts }: SaveTemplateProps) {
  const client = useQueryClient()
  const save = useMutation<ResponseOf<typeof saveSharingTemplate>, ApiError>({
    mutationFn: () => {
      const members = parts.map(({ colleague, weight }) => ({
        employee_id: colleague.id,
        ...(draft.way !== 'equal' && weight !== null && { weight }),
      }))
      return call(saveSharingTemplate, { params: { restId }, body: { way: draft.way, members } })
    },
    onSuccess: (saved) => {
      client.setQueryData(apiQuery(getSharingTemplate, { params: { restId } }).queryKey, asReceived(saved))
      toast('Шаблон сохранён')
    },
  })
  if (parts.length < 2 || parts.length > 50) return null
  return (
    <>
      {save.isError && (
        <Notice tone="error" title="Не удалось сохранить шаблон">
          {failureText(save.error)}
        </Notice>
      )}
      <div className={styles.save}>
        <Button variant="ghost" size="s" flush="start" busy={save.isPending} onClick={() => save.mutate()}>
          Сохранить как шаблон
        </Button>
      </div>
    </>
  )
}
