import { consentDay } from '@portal/contracts/consent'
import { dayText } from '@portal/contracts/date-text'
import { type AcceptedDocument, getHelp, type Help } from '@portal/contracts/personal-data'
import { formatPhone } from '@portal/contracts/phone-text'
import { formatMoment } from '@portal/shared/format/date'
import { apiQuery } from '@portal/shared/http/query'
import { useSuspenseQuery } from '@portal/shared/query'
import { Icon } from '@portal/shared/ui/icon'
import { List, ListRow } from '@portal/shared/ui/list'
import { Panel } from '@portal/shared/ui/panel'
import { QueryBoundary } from '@portal/shared/ui/query-boundary'
import { RowsSkeleton } from '../../rows-skeleton/rows-skeleton.tsx'
import styles from './help-page.module.css'
import { questions } from './questions.ts'

function HelpPage() {
  return (
    <div className={styles.page}>
      <Panel title="Вопросы">
        <div className={styles.questions}>
          {questions.map(({ question, answer }) => (
            <details key={question} className={styles.question}>
              <summary>
                <span>{question}</span>
                <Icon name="chevron-down" size={20} className={styles.chevron} />
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </Panel>
      <QueryBoundary panel skeleton={<HelpSkeleton />}>
        <ContactAndDocuments />
      </QueryBoundary>
    </div>
  )
}

export { HelpPage as Component }

function ContactAndDocuments() {
  const { contact, operator_name: operatorName, documents } = useSuspenseQuery(apiQuery(getHelp, {})).data
  return (
    <>
      <Panel title="Поддержка">
        <Contact contact={contact} />
        {operatorName ? <p className={styles.operator}>{`Оператор сервиса — ${operatorName}`}</p> : null}
      </Panel>
      <Panel title="Документы">
        {documents.length === 0 ? (
          <p>Принятых документов нет</p>
        ) : (
          <List label="Принятые документы">
            {documents.map((document) => (
              <ListRow
                key={`${document.kind} ${document.version}`}
                leading={<Icon name="check" />}
                title={documentNames[document.kind]}
                subtitle={describe(document)}
              />
            ))}
          </List>
        )}
      </Panel>
    </>
  )
}

function Contact({ contact: { email, phone, hours } }: Pick<Help, 'contact'>) {
  if (!email && !phone) return <p>Обратитесь к менеджеру ресторана.</p>
  return (
    <div className={styles.contacts}>
      {phone && (
        <a className={styles.contact} href={`tel:${phone}`}>
          <Icon name="phone" size={20} />
          <span>{formatPhone(phone)}</span>
        </a>
      )}
      {phone && hours && <p className={styles.hours}>{hours}</p>}
      {email && (
        <a className={styles.contact} href={`mailto:${email}`}>
          <Icon name="comment" size={20} />
          <span>{email}</span>
        </a>
      )}
    </div>
  )
}

function HelpSkeleton() {
  return (
    <div aria-hidden="true">
      <Panel>
        <RowsSkeleton title="40%" subtitle="60%" />
      </Panel>
    </div>
  )
}

const documentNames: Record<AcceptedDocument['kind'], string> = {
  offer: 'Условия оферты',
  personal_data: 'Согласие на обработку персональных данных',
}

/** «Версия от 01.11.2026 · принято 20.11.2026, 15:04» */
function describe({ version, given_at }: AcceptedDocument): string {
  return `Версия от ${dayText(consentDay(version))} · принято ${formatMoment(given_at)}`
}
