import { rangeText } from '@portal/contracts/date-text'
import type { DayRange } from '@portal/contracts/day'
import { periodBefore, periodUntil } from '@portal/shared/calendar'
import { useCurrentEmployee } from '@portal/shared/session/store'
import { useToday } from '@portal/shared/session/today'
import { Button } from '@portal/shared/ui/button'
import { Chips } from '@portal/shared/ui/chips'
import { Segmented } from '@portal/shared/ui/segmented'
import { useState } from 'react'
import { DownloadFailure } from './csv-export.tsx'
import styles from './documents.module.css'
import { fetchCsv, fetchIncomeCertificate, fetchStatement, useDownload } from './files.ts'

type DocumentsFormProps = { restId: string; range: DayRange | null }

export function DocumentsForm(props: DocumentsFormProps) {
  return (
    <>
      <Statement {...props} />
      <IncomeCertificate />
    </>
  )
}

/** All operations of a period at one restaurant. The period of the list is the first choice. */
function Statement({ restId, range }: DocumentsFormProps) {
  const restaurant = useCurrentEmployee().restaurant.name
  const about = `Все операции в\u00A0ресторане «${restaurant}» и сколько было на балансе в начале и в конце`
  const periods = namedPeriods(useToday(), range)
  // Selects the period of the list if it is one of these.
  const [chosen, setChosen] = useState(() => periods.find((one) => isSame(one, range))?.label)
  const [format, setFormat] = useState<'pdf' | 'csv'>('pdf')
  const download = useDownload()
  const period = periods.find(({ label }) => label === chosen) ?? periods[0]
  const workplace = { restId, restaurant }

  return (
    <section className={styles.part} aria-labelledby="statement-title">
      <h3 id="statement-title">Выписка</h3>
      <p className={styles.about}>{about}</p>
      <Chips
        wrap
        label="Период выписки"
        value={period.label}
        onChange={setChosen}
        options={periods.map(({ label }) => ({ value: label, label }))}
      />
      <p className={styles.days}>{rangeText(period)}</p>
      <Segmented
        label="Формат выписки"
        value={format}
        onChange={setFormat}
        options={[
          { value: 'pdf', label: 'PDF' },
          { value: 'csv', label: 'CSV' },
        ]}
      />
      {download.isError && <DownloadFailure error={download.error} />}
      <Button
        full
        icon="download"
        busy={download.isPending}
        onClick={() => {
          const { from, to } = period
          download.mutate(() => (format === 'pdf' ? fetchStatement : fetchCsv)(workplace, { from, to }))
        }}
      >
        Скачать выписку
      </Button>
    </section>
  )
}

type NamedPeriod = DayRange & { label: string }

function namedPeriods(today: string, range: DayRange | null): [NamedPeriod, ...NamedPeriod[]] {
  const year = today.slice(0, 4)
  const usual: [NamedPeriod, ...NamedPeriod[]] = [
    { label: 'Этот месяц', ...periodUntil(today, 'month') },
    { label: 'Прошлый месяц', ...periodBefore(today, 'month') },
    { label: 'Этот год', from: `${year}-01-01`, to: today },
  ]
  const isUsual = usual.some((one) => isSame(one, range))
  return range && !isUsual ? [{ label: 'Как в списке', ...range }, ...usual] : usual
}

function isSame({ from, to }: DayRange, other: DayRange | null): boolean {
  return from === other?.from && to === other.to
}

/** How many years back a certificate is offered. */
const MAX_CERTIFICATE_YEARS = 3

function IncomeCertificate() {
  const current = Number(useToday().slice(0, 4))
  const [year, setYear] = useState(current)
  const download = useDownload()
  return (
    <section className={styles.part} aria-labelledby="certificate-title">
      <h3 id="certificate-title">Справка о доходах</h3>
      <p className={styles.about}>
        Чаевые за год по месяцам во всех ваших ресторанах. Это сведения портала, а не налоговый документ.
      </p>
      <Chips
        label="Год справки"
        value={year}
        onChange={setYear}
        options={Array.from({ length: MAX_CERTIFICATE_YEARS }, (_, ago) => ({
          value: current - ago,
          label: String(current - ago),
        }))}
      />
      {download.isError && <DownloadFailure error={download.error} />}
      <Button
        full
        variant="secondary"
        icon="download"
        busy={download.isPending}
        onClick={() => download.mutate(() => fetchIncomeCertificate(year))}
      >
        Скачать справку
      </Button>
    </section>
  )
}
