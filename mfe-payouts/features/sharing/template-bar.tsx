import { getSharingTemplate, type SharingTemplate, saveSharingTemplate } from '@portal/contracts/sharing'
import { plural } from '@portal/shared/format/plural'
import { call } from '@portal/shared/http/call'
import { apiQuery } from '@portal/shared/http/query'
import { asReceived } from '@portal/shared/http/read-response'
import { useMutation, useQueryClient } from '@portal/shared/query'
import { toast } from '@portal/shared/session/store'
import { Button } from '@portal/shared/ui/button'
import { type Part, weightText } from './parts.ts'
import styles from './sharing.module.css'
import type { SharingDraft } from './sharing-draft.ts'

const wayTexts = { equal: 'поровну', hours: 'по часам', percent: 'по процентам' } as const

type TemplateBarProps = {
  restId: string
  template: SharingTemplate | null
  draft: SharingDraft
  parts: readonly Part[]
  onFill: (draft: SharingDraft) => void
}

/** Offers the usual team while no colleague is chosen, and offers to store a chosen team as the usual one. */
export function TemplateBar({ restId, template, draft, parts, onFill }: TemplateBarProps) {
  const client = useQueryClient()
  const save = useMutation({
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
    onError: () => toast('Не удалось сохранить шаблон', 'error'),
  })

  if (draft.members.length > 0) {
    return (
      <div className={styles.template} data-quiet>
        <Button
          variant="ghost"
          size="s"
          flush="start"
          busy={save.isPending}
          disabled={parts.length < 2 || parts.length > 50}
          onClick={() => save.mutate()}
        >
          Сохранить как шаблон
        </Button>
      </div>
    )
  }
  if (!template) return null
  return (
    <div className={styles.template}>
      <Button
        variant="secondary"
        size="s"
        onClick={() =>
          onFill({
            ...draft,
            way: template.way,
            members: template.members.map(({ employee_id, name, weight }) => ({
              id: employee_id,
              name,
              weight: weightText(weight),
            })),
          })
        }
      >
        Заполнить по шаблону
      </Button>
      <span className={styles.templateNote}>
        {`${plural(template.members.length, 'сотрудник', 'сотрудника', 'сотрудников')}, ${wayTexts[template.way]}`}
      </span>
    </div>
  )
}
