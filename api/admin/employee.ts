import * as contract from '@portal/contracts/admin/employee'
import { createInvitation } from '@portal/contracts/admin/invitation'
import { importTeam, type TeamRowResult, teamRowProblemTexts } from '@portal/contracts/admin/team-import'
import { Rejected, readInput } from './client.ts'
import { phoneOption, positiveNumber } from './options.ts'
import { qrOptions, showQr } from './qr.ts'
import { readTeamFile } from './team-file.ts'
import { decision, type Noun, optionalReason, verb } from './verb.ts'

const columns = {
  id: 'id',
  external_id: 'внешний id',
  name: 'имя',
  phone_masked: 'телефон',
  'restaurant.name': 'ресторан',
  default: 'основной',
  manager: 'менеджер',
  last_seen_at: 'был в портале',
  dismissed_at: 'уволен',
  blocked_at: 'доступ закрыт',
  user_id: 'id человека',
}

const takes = '<сотрудник>'
const days = {
  type: 'string',
  value: '<число>',
  about: 'сколько дней действует приглашение, до 90; без него 7',
} as const

export const employee: Noun = {
  about:
    'Сотрудники: человек в одном ресторане. `<сотрудник>` — его id или внешний id, если такого нет в других ресторанах.',
  verbs: {
    list: verb({
      about: 'Показывает сотрудников ресторана, в том числе уволенных.',
      takes: '<ресторан>',
      columns,
      run: async ({ call, positionals: [id = ''] }) => (await call(contract.listStaff, { params: { id } })).items,
    }),
    show: verb({
      about: 'Показывает сотрудника.',
      takes,
      columns,
      run: ({ call, positionals: [id = ''] }) => call(contract.getStaffMember, { params: { id } }),
    }),
    invite: verb({
      about: 'Приглашает человека по телефону. Ссылка подходит только ему. Повторная команда печатает ту же ссылку.',
      takes: '<ресторан>',
      writes: true,
      options: {
        phone: { type: 'string', value: '<телефон>', about: 'кого пригласить', required: true },
        name: { type: 'string', value: '<текст>', about: 'имя в списке приглашений' },
        'external-id': { type: 'string', value: '<id>', about: 'как человека называет платёжный сервис' },
        manager: { type: 'boolean', about: 'сделать менеджером: он видит команду и приглашает' },
        days,
        ...qrOptions,
        ...optionalReason,
      },
      columns: {
        id: 'id',
        state: 'состояние',
        name: 'имя',
        phone_masked: 'телефон',
        expires_at: 'действует до',
        link: 'ссылка',
      },
      run: async ({ call, note, positionals: [id = ''], values }) => {
        const { phone, name, 'external-id': external_id, manager, reason, qr, 'qr-file': qrFile } = values
        const days = positiveNumber('days', values.days)
        const body = { phone: phoneOption(phone), name, external_id, manager, days, reason }
        const invitation = await call(createInvitation, { params: { id }, body })
        await showQr(invitation.link, { qr, qrFile }, note)
        return invitation
      },
    }),
    import: verb({
      about:
        'Приглашает команду из файла CSV. В первой строке файла столбцы name и phone и, если нужно, external_id и manager (да или нет). Повторная команда ничего не меняет. Код выхода 1, если какая-то строка не принята.',
      takes: '<ресторан> <файл.csv>',
      writes: true,
      options: { days, ...optionalReason },
      columns: { line: 'строка', result: 'итог', name: 'имя', what: 'что не так', link: 'ссылка' },
      fails: (result) => (result as TeamRowResult[]).some((row) => row.result === 'rejected'),
      run: async ({ call, positionals: [id = '', file = ''], values }) => {
        const rows = readTeamFile(await readInput(file))
        if (rows.length === 0)
          throw new Rejected(`В файле ${file} нет ни одного человека. Добавьте по строке на каждого под заголовком.`)
        const body = { rows, days: positiveNumber('days', values.days), reason: values.reason }
        const { items } = await call(importTeam, { params: { id }, body })
        return items.map((row) => ({ ...row, what: row.problem && teamRowProblemTexts[row.problem] }))
      },
    }),
    default: verb({
      about:
        'Назначает основного сотрудника ресторана. Он получает общие чаевые команды и единственный может переводить. Другой оператор подтверждает той же командой.',
      takes,
      writes: true,
      options: {
        off: {
          type: 'boolean',
          about: 'сделать обычным сотрудником; основного в ресторане не останется',
        },
        ...optionalReason,
      },
      columns,
      run: ({ call, positionals: [id = ''], values: { off, reason } }) =>
        call(contract.changeEmployee, { params: { id }, body: { default: !off, reason } }),
    }),
    manager: verb({
      about: 'Делает сотрудника менеджером. Он видит команду и приглашает.',
      takes,
      writes: true,
      options: { off: { type: 'boolean', about: 'сделать обычным сотрудником' }, ...optionalReason },
      columns,
      run: ({ call, positionals: [id = ''], values: { off, reason } }) =>
        call(contract.changeEmployee, { params: { id }, body: { manager: !off, reason } }),
    }),
    change: verb({
      about: 'Меняет внешний id сотрудника.',
      takes,
      writes: true,
      options: {
        'external-id': { type: 'string', value: '<id>', about: 'новый внешний id или `none`', required: true },
        ...optionalReason,
      },
      columns,
      run: ({ call, positionals: [id = ''], values: { 'external-id': external_id, reason } }) =>
        call(contract.changeEmployee, {
          params: { id },
          body: { external_id: external_id === 'none' ? null : external_id, reason },
        }),
    }),
    dismiss: decision(contract.dismissEmployee, {
      about: 'Увольняет сотрудника. Он по-прежнему видит и выводит свои деньги, и автовывод работает.',
      takes,
    }),
    reinstate: decision(contract.reinstateEmployee, {
      about: 'Возвращает уволенного сотрудника.',
      takes,
    }),
  },
}
