import type { Colleague } from '@portal/contracts/colleague'
import { hasWords } from '@portal/contracts/find-text'
import { Button } from '@portal/shared/ui/button'
import { useState } from 'react'
import { formatRole } from '../../colleagues/colleague-line.tsx'
import type { Part } from './parts.ts'
import type { Member, SharingDraft } from './sharing-draft.ts'
import { TeamMember } from './team-member.tsx'
import styles from './team-picker.module.css'

/** A shorter list is visible without a search. */
const MIN_COLLEAGUES_FOR_SEARCH = 8

type TeamPickerProps = {
  colleagues: readonly Colleague[]
  way: SharingDraft['way']
  members: readonly Member[]
  parts: readonly Part[]
  onChange: (members: readonly Member[]) => void
}

/** Selects the colleagues who get a part: found by name, role or the end of the phone, each with hours or percent. */
export function TeamPicker({ colleagues, way, members, parts, onChange }: TeamPickerProps) {
  const [search, setSearch] = useState('')
  const chosen = new Map(members.map((member) => [member.id, member]))
  const partById = new Map(parts.map((part) => [part.colleague.id, part]))
  const found = colleagues.filter((colleague) => isFound(colleague, search))
  const hasAll = found.length > 0 && found.every(({ id }) => chosen.has(id))

  function toggle({ id, name }: Colleague, isChosen: boolean) {
    onChange(isChosen ? [...members, { id, name, weight: '' }] : members.filter((member) => member.id !== id))
  }

  /** Leaves the colleagues whom the search hides as they are, and drops members who are no colleagues any more. */
  function toggleAll() {
    const hidden = colleagues.filter((colleague) => !found.includes(colleague))
    const kept = hidden.flatMap(({ id }) => chosen.get(id) ?? [])
    const listed = found.map(({ id, name }) => chosen.get(id) ?? { id, name, weight: '' })
    onChange(hasAll ? kept : [...kept, ...listed])
  }

  function changeWeight(id: string, weight: string) {
    onChange(members.map((member) => (member.id === id ? { ...member, weight } : member)))
  }

  return (
    <fieldset className={styles.team}>
      <legend className="visually-hidden">Кому</legend>
      <div className={styles.head}>
        <span aria-live="polite">{parts.length > 0 ? `Выбрано: ${parts.length}` : 'Кому'}</span>
        <Button variant="ghost" size="s" flush="end" disabled={found.length === 0} onClick={toggleAll}>
          {hasAll ? 'Снять выбор' : 'Выбрать всех'}
        </Button>
      </div>
      {colleagues.length >= MIN_COLLEAGUES_FOR_SEARCH && <TeamSearch value={search} onChange={setSearch} />}
      {found.length === 0 && (
        <p className={styles.empty} role="status">
          Не найдено
        </p>
      )}
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role together with the markers */}
      <ul className={styles.list} role="list">
        {found.map((colleague) => (
          <TeamMember
            key={colleague.id}
            colleague={colleague}
            way={way}
            member={chosen.get(colleague.id)}
            part={partById.get(colleague.id)}
            onToggle={(isChosen) => toggle(colleague, isChosen)}
            onWeight={(weight) => changeWeight(colleague.id, weight)}
          />
        ))}
      </ul>
    </fieldset>
  )
}

function TeamSearch({ value, onChange }: { value: string; onChange: (search: string) => void }) {
  return (
    <input
      className={styles.search}
      type="search"
      placeholder="Поиск..."
      aria-label="Поиск сотрудника"
      autoComplete="off"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      // Enter in this field must not submit the form.
      onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
    />
  )
}

function isFound(colleague: Colleague, search: string): boolean {
  return hasWords(`${colleague.name} ${formatRole(colleague)} ${colleague.phone_last2}`, search)
}
