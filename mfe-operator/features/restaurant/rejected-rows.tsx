import { type TeamRowResult, teamRowProblemTexts } from '@portal/contracts/admin/team-import'
import { plural } from '@portal/shared/format/plural'
import { List, ListRow } from '@portal/shared/ui/list'
import { Notice } from '@portal/shared/ui/notice'

/** The lines of a list that are wrong, and why. */
export function RejectedRows({ results }: { results: readonly TeamRowResult[] }) {
  const rejected = results.filter(({ result }) => result === 'rejected')
  if (rejected.length === 0) return null
  return (
    <>
      <Notice tone="error">
        {`${plural(rejected.length, 'строка', 'строки', 'строк')} с ошибкой. Остальные можно загрузить и так.`}
      </Notice>
      <List label="Строки с ошибкой">
        {rejected.map(({ line, name, problem }) => (
          <ListRow
            key={line}
            title={`Строка ${line}${name ? `: ${name}` : ''}`}
            subtitle={problem && teamRowProblemTexts[problem]}
          />
        ))}
      </List>
    </>
  )
}
