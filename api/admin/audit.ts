import { UsageError } from '@portal/command/declaration'
import { auditActions, listAuditEvents } from '@portal/contracts/admin/audit'
import { parseChoice, positiveNumber } from './options.ts'
import { type Noun, verb } from './verb.ts'

export const audit: Noun = {
  about: 'Журнал: кто, что, когда и почему сделал. Его строки не меняются.',
  verbs: {
    list: verb({
      about: 'Показывает строки журнала, начиная с новых.',
      options: {
        subject: {
          type: 'string',
          value: '<id>',
          about: 'что изменили: id ресторана, сотрудника, человека, вывода …',
        },
        actor: { type: 'string', value: '<имя>', about: 'кто сделал: имя оператора или id человека' },
        action: {
          type: 'string',
          value: '<действие>',
          about: 'что сделали, например user_blocked; на неверное слово команда назовёт все',
        },
        since: {
          type: 'string',
          value: '<день>',
          about: 'с этого дня (2026-11-01) или времени (2026-11-01T12:00:00Z)',
        },
        before: { type: 'string', value: '<id>', about: 'только строки старше этой, например последней в списке' },
        limit: { type: 'string', value: '<число>', about: 'сколько строк, до 1000; без него 100' },
      },
      columns: {
        id: 'id',
        at: 'когда',
        'actor.id': 'кто',
        action: 'действие',
        'subject.type': 'что',
        'subject.id': 'id того, что изменили',
        reason: 'причина',
        before: 'было',
        after: 'стало',
      },
      run: async ({ call, values: { subject, actor, action, since, before, limit } }) => {
        const query = {
          subject,
          actor,
          action: action === undefined ? undefined : parseChoice('action', auditActions, action),
          since: since === undefined ? undefined : parseTime(since),
          before: positiveNumber('before', before),
          limit: positiveNumber('limit', limit),
        }
        return (await call(listAuditEvents, { query })).items
      },
    }),
  },
}

/** A day begins in the time zone of this machine. */
function parseTime(text: string): string {
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text)
  if (Number.isNaN(+date)) throw new UsageError(`«${text}» — не день вида 2026-11-01`)
  return date.toISOString()
}
