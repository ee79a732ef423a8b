import type { Diary, TipsTrend } from '@portal/contracts/trend'
import { toast, useCurrentEmployee } from '@portal/shared/session/store'
import { Amount } from '@portal/shared/ui/amount'
import { Button } from '@portal/shared/ui/button'
import { Panel } from '@portal/shared/ui/panel'
import { Sheet } from '@portal/shared/ui/sheet'
import { useState } from 'react'
import { inMonth } from '../../month-names.ts'
import { Figures } from './figures.tsx'
import styles from './trend-page.module.css'
import { capitalized, formatHours, formatMonthInTable } from './wording.ts'

/** What the user has written about hours and cash, by month, and the way to write more. */
export function DiaryPanel({ trend, diary }: { trend: TipsTrend; diary: Diary }) {
  const months = trend.months.flatMap(({ month, diary }) => (diary ? [{ month, ...diary }] : []))
  const worked = months.filter(({ per_hour }) => per_hour !== null).at(-1)
  return (
    <Panel title="Часы и наличные">
      <div className={styles.words}>
        {worked && (
          <p>
            <span>{`${capitalized(inMonth(worked.month))} — `}</span>
            <PerHour rubles={worked.per_hour} /> в час
          </p>
        )}
        <p className={styles.basis}>
          {worked
            ? 'Считаем чаевые и наличные за дни, для которых записаны часы. Видите только\u00A0вы.'
            : 'Записывайте их после смены: здесь будет видно, сколько выходит в час. Видите только\u00A0вы.'}
        </p>
      </div>
      {months.length > 0 && (
        <Figures
          caption="Часы и наличные по месяцам"
          columns={['Месяц', 'Наличные', 'Часы', 'В час']}
          figures={months.map(({ month, cash, hours, per_hour }) => ({
            id: month,
            name: capitalized(formatMonthInTable(month, trend.today)),
            tick: '',
            rubles: cash,
            more: [hours > 0 ? formatHours(hours) : '—', <PerHour key={month} rubles={per_hour} />],
          }))}
          best={null}
          isTable
        />
      )}
      <DiaryButton diary={diary} />
    </Panel>
  )
}

function PerHour({ rubles }: { rubles: number | null }) {
  return rubles === null ? <span>—</span> : <Amount rubles={Math.round(rubles)} size="text" />
}

/** Opens the form of a day, whose code loads with the first press. */
function DiaryButton({ diary }: { diary: Diary }) {
  const [DiaryForm, setForm] = useState<typeof import('./diary-form.tsx').DiaryForm | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { name } = useCurrentEmployee().restaurant

  async function open() {
    setBusy(true)
    try {
      const { DiaryForm } = await import('./diary-form.tsx')
      setForm(() => DiaryForm)
      setOpen(true)
    } catch {
      toast('Не удалось открыть. Проверьте интернет и попробуйте ещё раз', 'error')
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button variant="secondary" icon="edit" aria-haspopup="dialog" busy={isBusy} onClick={open}>
        Записать день
      </Button>
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        title="Часы и наличные"
        description={`Ресторан «${name}». Видите только вы: ни на балансе, ни в выписках и справках этого нет.`}
      >
        {DiaryForm && <DiaryForm diary={diary} onSaved={() => setOpen(false)} />}
      </Sheet>
    </>
  )
}
