import type { FailureTexts } from '@portal/shared/format/failure-text'

/** What the API rejects, in words. */
export const errorTexts = {
  already_employed: 'Владелец этого телефона уже в команде',
  employee_dismissed: 'Владелец этого телефона уже работал здесь. Вернуть его в команду может поддержка',
  restaurant_closed: 'Ресторан закрыт, пригласить в него нельзя',
  sms_unavailable: 'СМС не отправлено, попробуйте ещё раз. Приглашение уже есть в списке: ссылку можно передать иначе',
  invitation_used: 'По этому приглашению уже вошли',
  invitation_expired: 'Приглашение больше не действует',
  not_undoable: 'Прошли сутки, или сотрудника убрала поддержка. Вернуть его может только она',
  manager_protected: 'Менеджера назначает и убирает из команды только поддержка',
  default_protected: 'Этот сотрудник распределяет общие чаевые. Сначала поддержка назначит вместо него другого',
} satisfies FailureTexts
