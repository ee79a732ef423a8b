import { compareReleases, type ReleaseComparison, type ReleasedPackage } from '@portal/contracts/release'
import { formatMoment } from '@portal/shared/format/date'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { Dropdown } from '@portal/shared/ui/dropdown'
import { EmptyState } from '@portal/shared/ui/empty-state'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { Skeleton } from '@portal/shared/ui/skeleton'
import { useState } from 'react'
import styles from './comparison.module.css'
import { useOverview } from './overview-query.ts'
import { SizeTable } from './size-table.tsx'
import { packageName } from './wording.ts'

type Choice = { name: string; before: string; after: string }

/** Two releases of one package compared. */
export function Comparison() {
  const { packages } = useOverview()
  const [choice, setChoice] = useState(() => defaultChoice(packages.find(hasSeveral) ?? packages[0]))
  const released = packages.find(({ name }) => name === choice?.name)
  if (!choice || !released) return <EmptyState icon="search" title="Релизов пока нет" />
  const versions = allReleases(released).map(({ version, released_at }) => ({
    value: version,
    label: version,
    hint: formatMoment(released_at),
  }))
  return (
    <>
      <Panel title="Что сравнить">
        <div className={styles.choice}>
          <Dropdown
            label="Раздел"
            options={packages.map(({ name }) => ({ value: name, label: packageName(name) }))}
            value={choice.name}
            onChange={(name) => setChoice(defaultChoice(packages.find((one) => one.name === name)) ?? choice)}
          />
          <Dropdown
            label="Было"
            options={versions}
            value={choice.before}
            onChange={(before) => before && setChoice({ ...choice, before })}
          />
          <Dropdown
            label="Стало"
            options={versions}
            value={choice.after}
            onChange={(after) => after && setChoice({ ...choice, after })}
          />
        </div>
      </Panel>
      {choice.before === choice.after ? (
        <Panel>
          <EmptyState icon="copy" title="Это одна и та же версия" text="Выберите две разные" />
        </Panel>
      ) : (
        <QueryBoundary
          key={Object.values(choice).join()}
          skeleton={
            <Panel>
              <Skeleton height={160} />
            </Panel>
          }
          panel
        >
          <Difference choice={choice} />
        </QueryBoundary>
      )}
    </>
  )
}

function Difference({ choice }: { choice: Choice }) {
  const { data } = useSuspenseQuery(apiQuery(compareReleases, { query: choice }))
  const { kinds, pages, shared_names, calls, libraries } = data
  return (
    <div className={styles.difference}>
      <Panel title="Размер в сжатом виде">
        <SizeTable
          caption="Размер файлов"
          rows={kinds.map(({ kind, before, after }) => ({ name: kindTexts[kind], before, after }))}
        />
        <SizeTable
          caption="Размер страниц"
          rows={pages.map(({ path, before, after }) => ({ name: path, before, after }))}
        />
      </Panel>
      <Panel title="Состав">
        <Names title="Библиотеки" changes={libraries} />
        <Names title="Имена из shared" changes={shared_names} />
        <Names title="Вызовы API" changes={calls} />
      </Panel>
    </div>
  )
}

const kindTexts: Record<ReleaseComparison['kinds'][number]['kind'], string> = {
  script: 'Скрипты',
  style: 'Стили',
  other: 'Остальное',
}

function Names({ title, changes }: { title: string; changes: ReleaseComparison['calls'] }) {
  const lines = [
    ...(changes?.added ?? []).map((name) => `+ ${name}`),
    ...(changes?.removed ?? []).map((name) => `− ${name}`),
  ]
  return (
    <section className={styles.names}>
      <h3>{title}</h3>
      {lines.length === 0 ? (
        <p className={styles.nothing}>{changes ? 'Без изменений' : 'Неизвестно: старый релиз их не называет'}</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function allReleases({ current, canary, history, withdrawn }: ReleasedPackage) {
  return [...(canary ? [canary] : []), current, ...history, ...withdrawn]
}

function hasSeveral(released: ReleasedPackage): boolean {
  return allReleases(released).length > 1
}

/** Compares the newest release with the previous one. */
function defaultChoice(released: ReleasedPackage | undefined): Choice | null {
  if (!released) return null
  const [newest = released.current, before = newest] = allReleases(released)
  return { name: released.name, before: before.version, after: newest.version }
}
