import { listStaff } from '@portal/contracts/admin/employee'
import { listInvitations } from '@portal/contracts/admin/invitation'
import { importTeam, type TeamRow, type TeamRowResult } from '@portal/contracts/admin/team-import'
import { plural } from '@portal/shared/format/plural'
import { call } from '@portal/shared/http/call'
import { Button } from '@portal/shared/ui/button'
import { Notice } from '@portal/shared/ui/notice'
import { Sheet } from '@portal/shared/ui/sheet'
import * as z from '@portal/shared/zod'
import { useState } from 'react'
import { useAccess } from '../../access/use-access.ts'
import { ChangeForm } from '../../change/change-form.tsx'
import { useChange } from '../../change/use-change.ts'
import styles from '../../operator.module.css'
import type { OpenSheet } from '../../use-sheet.ts'
import { CheckForm } from './check-form.tsx'
import { RejectedRows } from './rejected-rows.tsx'

type ImportSheetProps = OpenSheet<null> & { restaurantId: string }

/** Invites a whole team from a list in CSV. */
export function ImportSheet({ restaurantId, attempt, open, close }: ImportSheetProps) {
  return (
    <Sheet open={open} onOpenChange={(next) => !next && close()} title="Загрузить команду">
      <Import key={attempt} restaurantId={restaurantId} onDone={close} />
    </Sheet>
  )
}

/** A list with what its import would do, or has done. */
type Step = { name: 'list' } | { name: 'checked' | 'imported'; rows: TeamRow[]; results: readonly TeamRowResult[] }

const Nothing = z.object({})

function Import({ restaurantId, onDone }: { restaurantId: string; onDone: () => void }) {
  const [text, setText] = useState('')
  const [step, setStep] = useState<Step>({ name: 'list' })
  const sendSigned = useChange()
  const withAccess = useAccess()
  const params = { id: restaurantId }

  /** A dry run: nothing is stored. */
  async function check(typed: string, rows: TeamRow[]) {
    setText(typed)
    const dryRun = { headers: { 'X-Dry-Run': '1' } }
    const checked = await withAccess(() => call(importTeam, { params, body: { rows } }, dryRun))
    if (checked) setStep({ name: 'checked', rows, results: checked.items })
  }

  async function send(rows: TeamRow[]) {
    const effect = { affects: [listInvitations, listStaff], done: 'Команда загружена' }
    const made = await sendSigned(importTeam, { params, body: { rows } }, effect)
    if (!made?.response) return
    const results = made.response.items
    if (results.some(({ result }) => result === 'rejected')) setStep({ name: 'imported', rows, results })
    else onDone()
  }

  if (step.name === 'list') return <CheckForm text={text} onCheck={check} />
  const count = (wanted: TeamRowResult['result']) => step.results.filter(({ result }) => result === wanted).length
  const changes = count('invited') + count('changed')
  const facts = [`Приглашено: ${count('invited')}`, `Изменено: ${count('changed')}`, `Уже есть: ${count('unchanged')}`]
  return (
    <div className={styles.fields}>
      <RejectedRows results={step.results} />
      {step.name === 'imported' ? (
        <Notice tone="success">{facts.join(', ')}</Notice>
      ) : changes === 0 ? (
        <Notice tone="info">{`Приглашать некого. ${facts.at(-1)}`}</Notice>
      ) : (
        <ChangeForm
          schema={Nothing}
          defaultValues={{}}
          facts={[
            ...facts.map((fact) => fact.replace('Приглашено', 'Пригласить').replace('Изменено', 'Изменить')),
            'СМС не отправляются: передайте ссылки людям сами.',
          ]}
          submit={`Загрузить: ${plural(changes, 'человек', 'человека', 'человек')}`}
          onSubmit={() => send(step.rows)}
        />
      )}
      <Button full variant="secondary" onClick={() => setStep({ name: 'list' })}>
        Исправить список
      </Button>
    </div>
  )
}
